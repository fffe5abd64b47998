/** `npm run verify`: recomputes what the site at SITE_URL publishes. Without words it lists its forms. */
import { runVerifier } from './verify/run.ts';

const site = process.env['SITE_URL'] ?? 'http://localhost:3000';
process.exitCode = await runVerifier(process.argv.slice(2), site, console.log);
