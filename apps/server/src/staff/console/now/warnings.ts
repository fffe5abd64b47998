/** What of the figures of this moment somebody should look at. */
import { warningLevels, type NowAnswer, type Warning } from '@fairground/contract/console/now';

const dayMs = 86_400_000;
/** A backup a day, and some hours for one that takes long. */
const maxBackupAgeMs = 1.25 * dayMs;
const maxAuditAgeMs = 7 * dayMs;

const failed = (text: string): Warning => ({ level: 'failed', text });
const attention = (text: string): Warning => ({ level: 'attention', text });
const note = (text: string): Warning => ({ level: 'note', text });

/** The worst first. A new site has had no time for its first backup and audit: that is a note until it has. */
export const warningsOf = (now: Omit<NowAnswer, 'warnings'>): Warning[] => {
  const ageOf = (at: string): number => Date.parse(now.at) - Date.parse(at);
  const found: (Warning | false)[] = [
    !now.database.isWritable && failed('The database accepts no writes.'),
    now.process.messages === 'away' && failed('Other processes cannot be reached: Valkey is unavailable.'),
    ...now.games.flatMap(({ game, name = game, isClosed, overdue }) => [
      isClosed && failed(`${name} is closed and takes no stakes.`),
      (overdue ?? 0) > 0 && failed(`${name}: ${overdue} stakes should have been settled a minute ago.`),
    ]),
    now.audit !== null &&
      now.audit.broken > 0 &&
      failed(
        `The newest audit found ${now.audit.broken} broken invariant${now.audit.broken === 1 ? '' : 's'}.`,
      ),
    now.process.pool.waiting > 0 &&
      attention(`${now.process.pool.waiting} statements wait for a database connection.`),
    ...now.games.map(
      ({ game, name = game, void: count }) =>
        (count ?? 0) > 0 &&
        attention(`${name}: ${count} of the newest 1,000 ${count === 1 ? 'is' : 'are'} void.`),
    ),
    now.maintenance !== null &&
      attention(`Maintenance: no game takes stakes. Rounds still running: ${now.maintenance.running}.`),
    now.openRequests > 0 &&
      attention(`Requests of the staff that wait for a second person: ${now.openRequests}.`),
    now.backupAt === null
      ? (ageOf(now.since) > maxBackupAgeMs ? attention : note)('There is no backup yet.')
      : ageOf(now.backupAt) > maxBackupAgeMs && attention('The newest backup is older than a day.'),
    now.audit === null
      ? (ageOf(now.since) > maxAuditAgeMs ? attention : note)('There is no audit yet.')
      : ageOf(now.audit.at) > maxAuditAgeMs && attention('The newest audit is older than a week.'),
  ];
  const warnings = found.filter((warning) => warning !== false);
  const rankOf = ({ level }: Warning): number => warningLevels.indexOf(level);
  return warnings.toSorted((a, b) => rankOf(a) - rankOf(b));
};
