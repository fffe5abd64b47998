/**
 * `npm run large`: fills a small and a large site, audits both, lets them lead, asks them for everything, and compares
 * what it cost. With `--keep` the databases stay, and what was filled is used again.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCleanups } from '../bench/lib/cleanups.ts';
import { askLarge } from './ask.ts';
import { auditLarge } from './audit.ts';
import { compare, type Measured } from './compare.ts';
import { fill, type Size } from './fill.ts';
import { leadLarge } from './lead.ts';
import { openLargeDatabase } from './site.ts';

const { values } = parseArgs({
  options: {
    bets: { type: 'string', default: '10000000' },
    small: { type: 'string', default: '100000' },
    /** By default one for a hundred bets. */
    players: { type: 'string' },
    days: { type: 'string', default: '90' },
    /** How long the site leads, in seconds. */
    lead: { type: 'string', default: '120' },
    folder: { type: 'string', default: '/tmp/large' },
    keep: { type: 'boolean', default: false },
  },
});

const measure = async (size: Size): Promise<Measured> => {
  console.log(`${size.bets} bets of ${size.players} players`);
  const site = await openLargeDatabase(join(values.folder, String(size.bets)));
  if (site.isNew) await fill({ ...site, size, progress: createProgress() });
  console.log('audit');
  const audited = await auditLarge(site);
  if (audited.some(({ broken }) => broken > 0)) process.exitCode = 1;
  console.log('engines');
  await leadLarge(site, Number(values.lead));
  console.log('calls');
  const asked = await askLarge(site, size.players);
  await site.stop();
  return { bets: size.bets, asked, audited };
};

const createProgress = () => {
  const startedAt = performance.now();
  return (part: number, what: string) => {
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(
      `${Math.round(seconds)} s: ${what}, about ${Math.round((seconds * (1 - part)) / part)} s left`,
    );
  };
};

const sizeOf = (bets: number, players = Math.max(100, Math.round(bets / 100))): Size => ({
  bets,
  players,
  days: Number(values.days),
});

process.once('SIGINT', () => void runCleanups().then(() => process.exit(130)));
try {
  const small = await measure(sizeOf(Number(values.small)));
  const players = values.players === undefined ? undefined : Number(values.players);
  compare(small, await measure(sizeOf(Number(values.bets), players)));
} finally {
  await runCleanups();
  if (!values.keep) rmSync(values.folder, { recursive: true, force: true });
}
