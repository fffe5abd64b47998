/**
 * `npm run monitor -- URL`: counts what a site publishes, judges it, and says where that disagrees
 * with the site's own monitor.
 */
import { runMonitor } from './monitor/run.ts';
import { isAddress, openSource } from './verify/source.ts';

const [site] = process.argv.slice(2);
if (site === undefined || !URL.canParse(site) || !isAddress(site)) {
  console.error('Usage: npm run monitor -- URL');
  process.exitCode = 2;
} else {
  process.exitCode = await runMonitor(openSource(site), console.log).catch((error: unknown) => {
    console.error(`${site} can't be judged: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  });
}
