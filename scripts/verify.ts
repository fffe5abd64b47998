/** `npm run verify`: recomputes what the site at SITE_URL publishes. Without words it lists its forms. */
import { runVerifier } from './verify/run.ts';

process.exitCode = await runVerifier(process.argv.slice(2), process.env['SITE_URL'], console.log);
