/**
 * F2: kill -9 of the site while punch cards are claimed, achievements are awarded and a season ends. Each happened
 * completely or not at all; claims that are sent again are paid once; and what the director had begun
 * is completed by the next one.
 */
import type { Card } from '@fairground/contract/card';
import type { Seasons } from '@fairground/contract/seasons';
import type { User } from '@fairground/contract/user';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ClientHistory } from '../../apps/server/test/history.ts';
import { PlayerClient, until, type Answer } from '../../apps/server/test/player-client.ts';
import { addDatabase, dropDatabase, urlOf } from '../../apps/server/test/shared-postgres.ts';
import {
  makeDataDir,
  runAudit,
  startSiteProcess,
  type RunningSite,
} from '../../apps/server/test/site-process.ts';

let data: Awaited<ReturnType<typeof makeDataDir>>;
let address: Awaited<ReturnType<typeof addDatabase>>;
let owner: pg.Client;
let environment: Record<string, string>;
let site: RunningSite;

const playerCount = 6;
const cardsPerPlayer = 3;
const bonus = 100;
const tokens = new Map<string, string>();
const history = new ClientHistory();

const playersNow = (): PlayerClient[] =>
  Array.from({ length: playerCount }, (_, index) => {
    const player = new PlayerClient(site.url, `returning_${index}`, history);
    player.token = tokens.get(player.username) ?? '';
    return player;
  });

const strike = (player: PlayerClient) =>
  player.call('POST', '/highStriker/create', { amount: 100, target: 1.01 }).catch(() => undefined);

beforeAll(async () => {
  data = await makeDataDir();
  address = await addDatabase(inject('databaseAddress'));
  owner = new pg.Client({ ...address });
  await owner.connect();
  environment = {
    DATA_DIR: data.dataDir,
    DATABASE_URL: urlOf(address),
    AVIATOR_COUNTDOWN_MS: '600000',
    LOG_LEVEL: 'info',
  };
  site = await startSiteProcess(environment);
  for (const player of playersNow()) {
    await player.register();
    tokens.set(player.username, player.token);
    await strike(player);
  }
  // As if the players had come back on other days: stamps of the past, given at that stake.
  await owner.query(
    `INSERT INTO stamp (player_id, day, stamped_at)
      SELECT s.player_id, s.day - n, s.stamped_at FROM stamp s CROSS JOIN generate_series(1, $1) n`,
    [7 * cardsPerPlayer - 1],
  );
}, 300_000);
afterAll(async () => {
  await site?.end('SIGTERM');
  await owner?.end();
  if (address) await dropDatabase(address);
  await data?.remove();
});

const killAndStart = async () => {
  await site.end('SIGKILL');
  site = await startSiteProcess(environment);
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const expectClean = async () => {
  const report = await runAudit(environment);
  expect(report.output).toContain('The audit is clean.');
  for (const player of playersNow()) {
    await player.call('GET', '/highStriker/userHistory');
    await player.call('GET', '/user/me');
  }
  await history.expectSound();
};

const claim = (player: PlayerClient, key: string): Promise<Answer<object> | undefined> =>
  player.call<object>('POST', '/user/card/claim', {}, key).catch(() => undefined);

it('F2: pays each full card once, however often the site is killed while it is claimed', async () => {
  let cutOff = 0;
  let acknowledged = 0;
  for (const [round, killAfterMs] of [1, 4, 9, 20].entries()) {
    const key = `claim-${round}`;
    const sent = playersNow().map((player) => claim(player, key));
    await pause(killAfterMs);
    await killAndStart();
    const answers = await Promise.all(sent);
    for (const [index, player] of playersNow().entries()) {
      const before = answers[index];
      const again = await claim(player, key);
      expect([200, 409]).toContain(again?.status);
      if (before) {
        acknowledged += 1;
        expect(again).toEqual(before);
      } else cutOff += 1;
    }
  }
  expect(cutOff, 'kills hit calls in progress').toBeGreaterThan(0);
  expect(acknowledged + cutOff).toBe(4 * playerCount);
  for (const player of playersNow()) {
    const { body: card } = await player.call<Card>('GET', '/user/card');
    expect(card).toMatchObject({ full: 0, claimed: cardsPerPlayer });
    const { rows } = await owner.query<{ coins: string }>(
      `SELECT sum(t.amount) AS coins FROM transfer t
        JOIN card_claim k ON k.id = t.source JOIN player p ON p.id = k.player_id
        WHERE t.kind = 'card' AND p.username = $1`,
      [player.username],
    );
    expect(Number(rows[0]?.coins)).toBe(cardsPerPlayer * bonus);
    const { body: user } = await player.call<User>('GET', '/user/me');
    expect(user.coins).toBe(1_000 - 100 + cardsPerPlayer * bonus);
  }
  await expectClean();
}, 300_000);

it('F2: awards every achievement once when directors are killed while they award', async () => {
  for (const killAfterMs of [300, 1_200, 3_400]) {
    await owner.query(
      `WITH gone AS (DELETE FROM achievement) UPDATE achievement_rule SET applied_through = 0`,
    );
    await Promise.all([...playersNow().map(strike), pause(killAfterMs)]);
    await killAndStart();
    await expectClean();
  }
  await until('all players have the badges of their first strike and their card', async () => {
    const { rows } = await owner.query(
      `SELECT FROM achievement WHERE id IN ('high-striker-first', 'seven-stamps')
       GROUP BY player_id HAVING count(*) = 2`,
    );
    return rows.length === playerCount;
  });
  await expectClean();
}, 300_000);

it('F2: stores each month once when directors are killed while a season ends', async () => {
  await site.end('SIGKILL');
  await owner.query(
    `UPDATE standing SET since = (date_trunc('month', since) - interval '2 months')::date WHERE span IN ('d', 'm')`,
  );
  site = await startSiteProcess(environment);
  for (const killAfterMs of [2_500, 3_100]) {
    await pause(killAfterMs);
    await killAndStart();
  }
  const [player] = playersNow();
  const readEnded = async () => (await player?.call<Seasons>('GET', '/seasons'))?.body.ended ?? [];
  await until('both months are stored', async () => (await readEnded()).length === 2);
  const { rows } = await owner.query(`SELECT FROM standing WHERE span = 'm'`);
  const winners = (await readEnded()).map((season) => season.winners);
  expect(winners).toEqual([0, rows.length]);
  const { rows: places } = await owner.query(`SELECT DISTINCT player_id FROM season_place`);
  expect(places).toHaveLength(rows.length);
  await expectClean();
}, 300_000);
