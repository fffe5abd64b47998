/** `npm run admin -- COMMAND`: what the operator does from a shell, beside a running site or without one. */
import { runAdmin } from './admin/run.ts';

process.exitCode = await runAdmin(process.argv.slice(2), process.env, (line) => console.log(line));
