/** The audit of a filled site, a check after the other, with what each cost the database. */
import { allChecks } from '../../apps/server/src/site/audit.ts';
import { runChecks } from '../../apps/server/src/ledger/audit.ts';
import type { LargeDatabase } from './site.ts';

export interface AuditedCheck {
  name: string;
  seconds: number;
  broken: number;
}

export const auditLarge = async ({ database, time }: LargeDatabase): Promise<AuditedCheck[]> => {
  const audited: AuditedCheck[] = [];
  for (const check of await allChecks()) {
    const before = time();
    const startedAt = performance.now();
    const [found] = await runChecks(database, [check]);
    const wall = (performance.now() - startedAt) / 1_000;
    const seconds = (time() - before) / 1e6;
    const broken = found?.broken.length ?? 0;
    audited.push({ name: `${check.line} ${check.states}`, seconds, broken });
    if (wall > 5)
      console.log(`  ${wall.toFixed(0)} s, ${seconds.toFixed(1)} s of the database: ${check.states}`);
    if (found && broken > 0) console.error(`BROKEN: ${check.states}`, found.broken);
  }
  const whole = audited.reduce((sum, { seconds }) => sum + seconds, 0);
  const wrong = audited.filter(({ broken }) => broken > 0).length;
  console.log(
    `audited: ${audited.length} checks, ${wrong} of them broken, ${whole.toFixed(0)} s of the database`,
  );
  return audited;
};
