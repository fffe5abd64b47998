/** The site of a filled database leads for a while: what its engines do to follow months of play. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addCleanup } from '../bench/lib/cleanups.ts';
import { startLargeSite } from './ask.ts';
import type { LargeDatabase } from './site.ts';
import { readWork, resetWork } from './work.ts';

/** Prints the statements that took longest in all, with what a call of each did. */
export const leadLarge = async (large: LargeDatabase, seconds: number): Promise<void> => {
  await resetWork(large.database);
  const site = await startLargeSite(large);
  const end = addCleanup(() => site.end('SIGTERM'));
  await sleep(seconds * 1_000);
  const work = await readWork(large.database);
  await end();
  const slowest = work.toSorted((one, other) => other.ms - one.ms).slice(0, 12);
  for (const { text, calls, buffers, ms } of slowest) {
    const each = `${Math.round(buffers / calls)} pages, ${(ms / calls).toFixed(1)} ms`;
    console.log(`  ${calls} calls, each ${each}: ${text.replace(/\s+/g, ' ').slice(0, 100)}`);
  }
};
