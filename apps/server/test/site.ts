/** What tests of games need of the composed site. */
export { audit } from '../src/site/audit.ts';
export { signedMessage } from './test-line.ts';
export { startSite, type Site } from '../src/site/serve.ts';
