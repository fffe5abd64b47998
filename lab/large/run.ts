/**
 * `npm run large -- [--bets=10000000] [--small=100000] [--players=0] [--days=90] [--lead=120]`: fills a small and a
 * large site, audits both, lets them lead for that many seconds, asks them for everything, and compares what it cost.
 * With 0 players the large site has one for a hundred bets. Exits with 1 where the audit finds something or a call is
 * refused.
 */
import { showProgress } from '../../apps/server/src/platform/progress.ts';
import { cleanUpOnSignals, runCleanups, useTemporaryFolder } from '../bench/lib/cleanups.ts';
import { readNumbers } from '../bench/lib/number-options.ts';
import { askLarge } from './ask.ts';
import { auditLarge } from './audit.ts';
import { compare, type Measured } from './compare.ts';
import { fill, type Size } from './fill.ts';
import { leadLarge } from './lead.ts';
import { openLargeDatabase } from './site.ts';

const { bets, small, players, days, lead } = readNumbers(
  'large',
  { bets: 10_000_000, small: 100_000, players: 0, days: 90, lead: 120 },
  ['bets', 'small', 'days', 'lead'],
);
cleanUpOnSignals();
useTemporaryFolder('large');

let doing = '';
const begin = (phase: string): void => {
  doing = phase;
  console.log(phase);
};

const measure = async (size: Size): Promise<Measured> => {
  begin(`${size.bets} bets of ${size.players} players`);
  const site = await openLargeDatabase();
  await fill({ ...site, size, progress: createProgress() });
  begin('audit');
  const audited = await auditLarge(site);
  begin('engines');
  await leadLarge(site, lead);
  begin('calls');
  const asked = await askLarge(site, size.players);
  await site.stop();
  if (audited.some(({ broken }) => broken > 0) || asked.some(({ status }) => status >= 400))
    process.exitCode = 1;
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

const onePerHundred = (count: number): number => Math.max(100, Math.round(count / 100));
const stopProgress = showProgress(() => doing);
try {
  const before = await measure({ bets: small, players: onePerHundred(small), days });
  const size = { bets, players: players > 0 ? players : onePerHundred(bets), days };
  compare(before, await measure(size));
} finally {
  stopProgress();
  await runCleanups();
}
