/**
 * Processes that are stopped in flight and continue later: a single one (F5), and the director of two (F6). A replaced
 * director notices before it writes, and the epoch would refuse its statements.
 */
import type { AviatorBet } from '@fairground/game-aviator/contract';
import type { User } from '@fairground/contract/user';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Flight } from '../server/flights.ts';
import { placeInOpenRound } from './running-flights.ts';
import { createTestDatabase, type TestDatabase } from '../../../apps/server/test/harness.ts';
import { ClientHistory } from '../../../apps/server/test/history.ts';
import { until } from '../../../apps/server/test/player-client.ts';
import { AviatorPlayer } from './aviator-player.ts';
import { makeDataDir, startSiteProcess, type RunningSite } from '../../../apps/server/test/site-process.ts';
import { urlOf } from '../../../apps/server/test/shared-postgres.ts';

let test: TestDatabase;
/** As the owner, because the application's role cannot change a round. */
let owner: pg.Client;
let data: Awaited<ReturnType<typeof makeDataDir>>[];
let sites: RunningSite[];
let history: ClientHistory;

// For each test, so that a second try begins like the first one.
beforeEach(async () => {
  history = new ClientHistory();
  test = await createTestDatabase();
  owner = new pg.Client({ ...test.address });
  await owner.connect();
  data = [];
  sites = [];
  await startProcess();
}, 300_000);
afterEach(async () => {
  for (const { child } of sites) child.kill('SIGCONT');
  await Promise.all(sites.map((site) => site.end('SIGKILL')));
  await Promise.all(data.map(({ remove }) => remove()));
  await owner.end();
  await test.close();
});

const startProcess = async (): Promise<RunningSite> => {
  const folder = await makeDataDir();
  data.push(folder);
  const site = await startSiteProcess({
    DATABASE_URL: urlOf(test.address),
    DATA_DIR: folder.dataDir,
    SEED_KEY_FILE: `${data[0]?.dataDir}/seed.key`,
    AVIATOR_COUNTDOWN_MS: '8000',
    DOUBLE_TROUBLE_INTERVAL_MS: '2000',
    DOUBLE_TROUBLE_CLOSE_MS: '0',
    LOG_LEVEL: 'info',
  });
  sites.push(site);
  return site;
};

interface RoundRow {
  id: string;
  state: string;
  epoch: string;
}
const rounds = async (where: string): Promise<RoundRow[]> =>
  (await owner.query<RoundRow>(`SELECT * FROM aviator_round WHERE ${where} ORDER BY id`)).rows;

/** Returns a round in which they bet, with a flight that is long enough. */
const openRound = async (
  players: readonly AviatorPlayer[],
  isWanted: (flight: Flight) => boolean = ({ flightMs }) => flightMs > 9_000 && flightMs < 40_000,
  autoCashOuts: readonly number[] = [],
): Promise<string> => {
  const bets = players.map((player, at) => {
    const autoCashOut = autoCashOuts[at];
    const place = (body: object) => player.call('POST', '/aviator/create', body);
    return autoCashOut === undefined ? { place } : { place, autoCashOut };
  });
  const site = { database: test.database, dataDir: data[0]?.dataDir ?? '' };
  return String((await placeInOpenRound(site, bets, isWanted)).id);
};
const inFlight = (id: string) =>
  until('the round flies', async () => (await rounds(`id = ${id}`))[0]?.state === 'flying');
const isOver = async (id: string) =>
  ['finished', 'void'].includes((await rounds(`id = ${id}`))[0]?.state ?? '');
const coinsOf = (user: User | undefined) => (user ? user.coins + user.winningAmount : undefined);
const betOf = async (player: AviatorPlayer, id: string) =>
  (await player.call<AviatorBet[]>('GET', '/aviator/userHistory')).body.find(({ roundId }) => roundId === id);
const join = async (site: RunningSite, username: string): Promise<AviatorPlayer> => {
  const player = new AviatorPlayer(site.url, username, history);
  await player.register();
  await player.connect();
  return player;
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const findViolations = async () => await test.findViolations();

it('F5: voids a flight during which the only process was stopped for six seconds, and pays no bet twice', async () => {
  const [site] = sites as [RunningSite];
  const [alice, bob] = await Promise.all([join(site, 'alice'), join(site, 'bob')]);
  const round = await openRound([alice, bob]);
  await inFlight(round);
  await until('bob is out', async () => (await bob.cashOut(round, 1.01)).status === 200);
  site.child.kill('SIGSTOP');
  await pause(6_200);
  site.child.kill('SIGCONT');
  await until('the round is over', () => isOver(round));
  expect((await rounds(`id = ${round}`))[0]?.state).toBe('void');
  expect(await betOf(alice, round)).toMatchObject({ outcome: 'void', amountWon: 0 });
  expect(await betOf(bob, round)).toMatchObject({ outcome: 'win', amountWon: 101 });
  expect(coinsOf((await alice.call<User>('GET', '/user/me')).body)).toBe(1_000);
  expect(coinsOf((await bob.call<User>('GET', '/user/me')).body)).toBe(1_001);
  await until('the next round is open', async () => (await rounds(`id > ${round}`)).length > 0);
  expect(await findViolations()).toEqual([]);
  await history.expectSound();
}, 400_000);

it('F6: continues a flight on another process within 4 s, and the stopped director writes nothing stale', async () => {
  const [first, second] = [...sites, await startProcess()] as [RunningSite, RunningSite];
  const readLease = async () =>
    (await owner.query<{ epoch: string; renewed_at: Date }>('SELECT * FROM director_lease')).rows[0];
  const isDirector = async (site: RunningSite) =>
    ((await (await fetch(`${site.url}/api/health/ready`)).json()) as { director?: boolean }).director;
  expect(await isDirector(first)).toBe(true);
  expect(await isDirector(second)).toBe(false);
  const [carol, dave] = await Promise.all([join(second, 'carol'), join(second, 'dave')]);
  const point = 678;
  const isWanted = ({ crashHundredths }: Flight) => crashHundredths === point;
  const round = await openRound([dave, carol], isWanted, [point / 100]);
  await inFlight(round);
  first.child.kill('SIGSTOP');
  const before = await readLease();
  await until('another leads', () => isDirector(second).then((is) => is === true));
  const after = await readLease();
  expect(Number(after?.epoch)).toBe(Number(before?.epoch) + 1);
  // The design allows four seconds; after five without a director the flight would be void.
  expect((after?.renewed_at.getTime() ?? 0) - (before?.renewed_at.getTime() ?? 0)).toBeLessThan(6_000);
  expect((await rounds(`id = ${round}`))[0]?.state).toBe('flying');
  const out = await carol.cashOut(round, 1.2);
  expect(out.status).toBe(200);
  // The stopped process may have received cash-outs, which are waited for until ten seconds after the crash.
  await until('the round is over', () => isOver(round));
  expect((await rounds(`id = ${round}`))[0]).toMatchObject({ state: 'finished', crash_hundredths: point });
  expect(await betOf(dave, round)).toMatchObject({ outcome: 'win', amountWon: point });

  first.child.kill('SIGCONT');
  await until('the first answers again', async () => (await isDirector(first)) === false);
  // It had a step and a renewal due when it was stopped; rounds and draws continue under the second only.
  const [newest] = await rounds('id = (SELECT max(id) FROM aviator_round)');
  await until(
    'another round was flown',
    async () => (await rounds(`id > ${newest?.id}`)).length > 0,
    120_000,
  );
  expect(await isDirector(first)).toBe(false);
  expect(await isDirector(second)).toBe(true);
  const stale = await owner.query(
    `SELECT id FROM aviator_round WHERE id > ${round} AND epoch <> ${after?.epoch}
     UNION ALL SELECT id FROM double_trouble_draw
     WHERE opened_at > (SELECT max(starts_at) FROM aviator_round WHERE id = ${round}) + interval '6 s'
       AND epoch <> ${after?.epoch}`,
  );
  expect(stale.rows).toEqual([]);
  // The first process serves calls as before.
  const guest = new AviatorPlayer(first.url, 'carol', history);
  guest.token = carol.token;
  expect((await guest.call('GET', '/user/me')).status).toBe(200);
  await dave.call('GET', '/user/me');
  expect(await findViolations()).toEqual([]);
  await history.expectSound();
}, 500_000);
