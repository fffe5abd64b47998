/** What tests of games need of the composed site. */
export { audit } from '../src/app/audit.ts';
export { signedMessage } from '../src/realtime/test-line.ts';
export { startSite, type Site } from '../src/app/site.ts';
