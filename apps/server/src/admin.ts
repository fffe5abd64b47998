/** `npm run admin -- COMMAND`: the operator's commands, with or without a running site. */
import { runAdmin } from './staff/commands/run.ts';

process.exitCode = await runAdmin(process.argv.slice(2), process.env, (line) => console.log(line));
