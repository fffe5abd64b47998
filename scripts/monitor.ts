/** `npm run monitor -- URL`: counts what a site publishes, judges it, and says where that disagrees with the site's own monitor. */
import { runMonitor } from './monitor/run.ts';
import { openSource } from './verify/source.ts';

const [site] = process.argv.slice(2);
if (site === undefined || !URL.canParse(site)) {
  console.error('Usage: npm run monitor -- URL');
  process.exitCode = 2;
} else process.exitCode = await runMonitor(openSource(site), console.log);
