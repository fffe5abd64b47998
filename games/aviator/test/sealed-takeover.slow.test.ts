/**
 * The leader of a sealed flight is killed before and after the crash; another process computes and writes the
 * same one.
 */
import { createTestDatabase, type TestDatabase } from '@fairground/server/test/harness';
import { ClientHistory } from '@fairground/server/test/history';
import { until } from '@fairground/server/test/player-client';
import { AviatorPlayer } from './aviator-player.ts';
import { urlOf } from '@fairground/server/test/shared-postgres';
import { makeDataDir, startSiteProcess, type RunningSite } from '@fairground/server/test/site-process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AviatorBet } from '../contract.ts';
import type { Flight } from '../server/flights.ts';
import { flightOfRow, placeInOpenRound } from './running-flights.ts';

let test: TestDatabase;
let data: Awaited<ReturnType<typeof makeDataDir>>[];
let sites: RunningSite[];
let history: ClientHistory;

// For each test, so that a second try begins like the first one.
beforeEach(async () => {
  history = new ClientHistory();
  test = await createTestDatabase();
  data = [];
  sites = [];
  await startProcess();
  await startProcess();
}, 300_000);
afterEach(async () => {
  await Promise.all(sites.map((site) => site.end('SIGKILL')));
  await Promise.all(data.map(({ remove }) => remove()));
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
  });
  sites.push(site);
  return site;
};

interface RoundRow {
  id: bigint;
  state: string;
  starts_at: Date;
  crash_at: Date | null;
  crash_hundredths: number | null;
}
const readRound = async (where: string): Promise<RoundRow | undefined> =>
  (await test.rows<RoundRow>(`SELECT * FROM aviator_round WHERE ${where} ORDER BY id DESC LIMIT 1`))[0];

/** Places bets in an open round; they give it such a flight. */
const openRound = (
  bets: readonly { player: AviatorPlayer; autoCashOut?: number }[],
  isWanted: (flight: Flight) => boolean,
): Promise<{ id: bigint; flight: Flight }> => {
  const toPlace = bets.map(({ player, ...bet }) => ({
    ...bet,
    place: (body: object) => player.call('POST', '/aviator/create', body),
  }));
  const site = { database: test.database, dataDir: data[0]?.dataDir ?? '' };
  return placeInOpenRound(site, toPlace, isWanted);
};

const join = async (site: RunningSite, username: string): Promise<AviatorPlayer> => {
  const player = new AviatorPlayer(site.url, username, history);
  await player.register();
  await player.connect();
  return player;
};
const betOf = async (player: AviatorPlayer, id: bigint) =>
  (await player.call<AviatorBet[]>('GET', '/aviator/userHistory')).body.find(
    ({ roundId }) => roundId === String(id),
  );
const isOver = async (id: bigint) =>
  ['finished', 'void'].includes((await readRound(`id = ${id}`))?.state ?? '');
/** After a last look at the balances. */
const expectSoundHistory = async (players: readonly AviatorPlayer[]): Promise<void> => {
  for (const player of players) await player.call('GET', '/user/me');
  await history.expectSound();
};
const findViolations = async () => await test.findViolations();

it('F6: is in no row while another process takes the flight over, which judges and crashes it', async () => {
  const [first, second] = sites as [RunningSite, RunningSite];
  const [carol, dave, erin] = await Promise.all(['carol', 'dave', 'erin'].map((name) => join(second, name)));
  if (!carol || !dave || !erin) throw new Error('a player is missing');
  const point = 678;
  const { id, flight } = await openRound(
    [
      { player: carol },
      { player: dave, autoCashOut: point / 100 },
      { player: erin, autoCashOut: (point + 1) / 100 },
    ],
    ({ crashHundredths }) => crashHundredths === point,
  );
  await until('the round flies', async () => (await readRound(`id = ${id}`))?.state === 'flying');
  await first.end('SIGKILL');
  const health = async () =>
    (await (await fetch(`${second.url}/api/health/ready`)).json()) as { director?: boolean };
  await until('the other leads', async () => (await health()).director === true);
  expect(await readRound(`id = ${id}`)).toMatchObject({
    state: 'flying',
    crash_at: null,
    crash_hundredths: null,
  });
  expect((await carol.cashOut(String(id), 1.2)).status).toBe(200);
  await until('the round is over', () => isOver(id));
  const ended = await readRound(`id = ${id}`);
  expect(ended?.state).toBe('finished');
  expect(ended && flightOfRow(ended)).toEqual(flight);
  expect(await betOf(carol, id)).toMatchObject({ outcome: 'win', amountWon: 120 });
  expect(await betOf(dave, id)).toMatchObject({ outcome: 'win', amountWon: point });
  expect(await betOf(erin, id)).toMatchObject({ outcome: 'loss', amountWon: 0 });
  expect(await findViolations()).toEqual([]);
  await expectSoundHistory([carol, dave, erin]);
}, 400_000);

it('F2: is settled by another process when the leader is killed right after the crash', async () => {
  const [leader, other] = sites as [RunningSite, RunningSite];
  const [frank, grace] = await Promise.all(['frank', 'grace'].map((name) => join(other, name)));
  if (!frank || !grace) throw new Error('a player is missing');
  const { id, flight } = await openRound(
    [{ player: frank, autoCashOut: 1.01 }, { player: grace }],
    ({ crashHundredths }) => crashHundredths > 101,
  );
  await until(
    'the round has crashed',
    async () => (await readRound(`id = ${id}`))?.state === 'settling',
    120_000,
  );
  await leader.end('SIGKILL');
  const crashed = await readRound(`id = ${id}`);
  expect(crashed && flightOfRow(crashed)).toEqual(flight);
  await until('the round is over', () => isOver(id));
  expect((await readRound(`id = ${id}`))?.state).toBe('finished');
  expect(await betOf(frank, id)).toMatchObject({ outcome: 'win', amountWon: 101 });
  expect(await betOf(grace, id)).toMatchObject({ outcome: 'loss', amountWon: 0 });
  expect(await findViolations()).toEqual([]);
  await expectSoundHistory([frank, grace]);
}, 400_000);
