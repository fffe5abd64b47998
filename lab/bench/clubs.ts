/**
 * What clubs cost a site: two of them with the same players and live connections, one with 200 clubs of 50. Every
 * tenth member has the page of a game open, and follows the club's table where there is one; bets are placed by all
 * players in turn, so that each club's table changes every second.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { clubTopic } from '@fairground/contract/clubs';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { measureMs, startSite, warmUpMs, type SiteSubjects } from './bets-subjects.ts';
import { alternate, type Subject } from './lib/alternate.ts';
import { startBenchPostgres, type BenchPostgres } from './lib/bench-postgres.ts';
import { startChild, type Child } from './lib/child.ts';
import { processTime } from './lib/processor-time.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';
import type { RoundCommand, RoundReport } from './round-clients.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(7, 1));
const clubs = sized(200, 4);
const membersOfEach = sized(50, 10);
/** One member in this many has a page open. */
const membersPerPage = 10;
const inFlight = 64;
const quietMs = sized(5_000, 500);
const settleMs = 1_500;
const answerWithinMs = 120_000;

const columns: readonly Column[] = [
  { figure: 'rate', label: 'bets/s', digits: 0 },
  { figure: 'p99Ms', label: 'p99', unit: 'ms', digits: 1 },
  { figure: 'programUs', label: 'site', unit: 'µs', digits: 0 },
  { figure: 'databaseUs', label: 'database', unit: 'µs', digits: 0 },
  { figure: 'messagesPerSecond', label: 'messages/s with bets', digits: 0 },
  { figure: 'siteMs', label: 'site in a second without bets', unit: 'ms', digits: 1 },
  { figure: 'databaseMs', label: 'database', unit: 'ms', digits: 1 },
];

type Clients = Child<RoundCommand, RoundReport>;

export const benchClubs = async (): Promise<void> => {
  const postgres = await startBenchPostgres({ max_connections: '120' });
  const plain = await openSite(postgres, 'without');
  const clubbed = await openSite(postgres, 'clubs');
  await addClubs(clubbed.site.database, clubbed.site.firstPlayer);
  await followClubs(clubbed.clients, clubbed.site);
  const subjects = [
    subjectOf(postgres, 'without clubs', plain),
    subjectOf(postgres, `${clubs} clubs of ${membersOfEach}`, clubbed),
  ];
  const compared = await alternate(subjects, rounds);
  for (const { site, clients } of [plain, clubbed]) {
    await clients.end();
    await site.stop();
  }
  await postgres.stop();
  report('clubs', [
    {
      title:
        `Clubs: ${(clubs * membersOfEach) / membersPerPage} live connections and ${inFlight} bets in flight, ` +
        `${rounds} alternating runs of ${measureMs / 1000} s after ${warmUpMs / 1000} s of warm-up, ` +
        `and of ${quietMs / 1000} s without bets`,
      columns,
      reference: 'without clubs',
      subjects: compared,
    },
  ]);
};

/** A site of whose players those who may be members have a page open, one of ten. */
const openSite = async (postgres: BenchPostgres, name: string) => {
  const site = await startSite(postgres, name);
  const clients: Clients = startChild('round-clients.ts');
  await clients.request(
    {
      kind: 'connect',
      ports: [site.port],
      firstPlayer: site.firstPlayer,
      players: (clubs * membersOfEach) / membersPerPage,
      connections: 1,
    },
    answerWithinMs,
  );
  for (const player of pagesOf(site)) {
    await clients.request({ kind: 'follow', player, topics: [] }, answerWithinMs);
  }
  return { site, clients };
};

const pagesOf = ({ firstPlayer }: SiteSubjects): readonly number[] =>
  Array.from({ length: (clubs * membersOfEach) / membersPerPage }, (_, index) => firstPlayer + index);

/** The nth player is in the nth club, and the next ones again from the first club on. */
const addClubs = async ({ query }: Database, firstPlayer: number): Promise<void> => {
  const run = (text: string, ...values: unknown[]) => query({ text, values });
  await run(
    `INSERT INTO club (name, closed_week)
      SELECT 'Club ' || n, date_trunc('week', t.day)::date - 7 FROM today t, generate_series(1, $1::integer) n`,
    clubs,
  );
  await run(
    `INSERT INTO club_member (club_id, player_id, code, is_owner, joined_on, won_before, announced)
      SELECT (SELECT min(id) FROM club) + n % $1, $2::bigint + n, 'bench' || n, n < $1, t.day, 0, true
      FROM today t, generate_series(0, $3::integer - 1) n`,
    clubs,
    firstPlayer,
    clubs * membersOfEach,
  );
  await run('VACUUM ANALYZE club, club_member');
};

const followClubs = async (clients: Clients, site: SiteSubjects): Promise<void> => {
  const [row] = await site.database.query<{ first: bigint }>({
    text: 'SELECT min(id) AS first FROM club',
    values: [],
  });
  for (const [index, player] of pagesOf(site).entries()) {
    const topic = clubTopic(String(Number(row?.first) + (index % clubs)));
    await clients.request({ kind: 'follow', player, topics: [topic] }, answerWithinMs);
  }
};

/** Bets, and then a while without any. */
const subjectOf = (
  postgres: BenchPostgres,
  name: string,
  { site, clients }: { site: SiteSubjects; clients: Clients },
): Subject => {
  const bets = site.subject({ name, inFlight, withKeys: true });
  const read = async () => ({
    messages: (await clients.request({ kind: 'received' }, answerWithinMs)).messages,
    siteUs: processTime(site.pid) ?? Number.NaN,
    databaseUs: postgres.time() ?? Number.NaN,
  });
  return {
    name,
    async run() {
      const first = await read();
      const figures = await bets.run();
      // What the bets have changed is sent first.
      await sleep(settleMs);
      const before = await read();
      await sleep(quietMs);
      const after = await read();
      const { lost } = await clients.request({ kind: 'received' }, answerWithinMs);
      if (lost > 0) throw new Error(`${lost} live connections ended`);
      const seconds = quietMs / 1_000;
      return {
        ...figures,
        messagesPerSecond: (before.messages - first.messages) / ((warmUpMs + measureMs + settleMs) / 1_000),
        siteMs: (after.siteUs - before.siteUs) / 1_000 / seconds,
        databaseMs: (after.databaseUs - before.databaseUs) / 1_000 / seconds,
      };
    },
  };
};
