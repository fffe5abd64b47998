/** Seasons on a complete site: the running month, the archive, and how the director ends months. */
import { seasonAnswer, seasonsAnswer } from '@fairground/contract/seasons';
import { beforeAll, expect, it } from 'vitest';
import { siteForAll } from '../../../test/for-tests.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { addTestRound, settleBet } from '../../../../../games/test/settled-bets.ts';
import { createSeasonsEngine } from './engine.ts';
import type { StepContext } from '../../director/director.ts';

let token: string;
let epoch: bigint;
const ids: string[] = [];
const published: string[] = [];
const notified: string[] = [];

const site = siteForAll();
beforeAll(async () => {
  for (let index = 0; index < 4; index++) {
    const player = await site.register(`season_${index}`);
    ids.push(player.user.id);
    token = player.token;
  }
  await addTestRound(site.database);
  for (const [index, id] of ids.entries()) {
    await settleBet(site.database, id, { amount: 100, payout: 150 + 10 * Math.min(index, 2) });
  }
  const [lease] = await site.rows<{ epoch: bigint }>('SELECT epoch FROM director_lease');
  epoch = lease?.epoch ?? 0n;
});

const engine = () =>
  createSeasonsEngine({
    query: site.database.query,
    bus: { publish: (_event, { month }: { month?: string }) => void published.push(month ?? '') },
    noticesChanged: (playerIds) => void notified.push(...playerIds.map(String)),
  });
const step = (ofEpoch = epoch) => engine().step({ epoch: ofEpoch } as StepContext);

const readSeasons = async () => seasonsAnswer.parse((await site.call('GET', '/seasons', token)).body);
const readSeason = async (month: string) =>
  seasonAnswer.parse((await site.call('GET', `/seasons/${month}`, token)).body);

/** Moves everything that was won this many months back. */
const moveBack = (months: number) =>
  queryAsOwner(
    site.database,
    `UPDATE standing SET since = (date_trunc('month', since) - make_interval(months => $1::integer))::date
     WHERE span IN ('d', 'm')`,
    [months],
  );
const monthsAgo = async (months: number): Promise<string> => {
  const [row] = await site.rows<{ month: string }>(
    `SELECT to_char(date_trunc('month', day) - make_interval(months => $1::integer), 'YYYY-MM') AS month FROM today`,
    months,
  );
  return row?.month ?? '';
};

it('shows the running month with its end, and ends none that is running', async () => {
  const month = await monthsAgo(0);
  expect(await readSeasons()).toEqual({
    current: { month, endsAt: expect.any(String) as string },
    ended: [],
  });
  const { current } = await readSeasons();
  const endsAt = new Date(current.endsAt);
  expect(endsAt.getTime()).toBeGreaterThan(Date.now());
  expect(endsAt.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
  expect(await step()).toBeGreaterThan(0);
  const { isOver, places } = await readSeason(month);
  expect(isOver).toBe(false);
  expect(places.map(({ place, username, totalWon }) => [place, username, totalWon])).toEqual([
    [1, 'season_2', 70],
    [2, 'season_3', 70],
    [3, 'season_1', 60],
    [4, 'season_0', 50],
  ]);
  expect(published).toEqual([]);
});

it('stores months that are over once, missed ones too', async () => {
  await moveBack(3);
  await site.rows(`UPDATE player SET bot = true WHERE id = $1`, ids[0]);
  // A process that is no longer the leader.
  expect(await step(epoch - 1n)).toBeGreaterThan(0);
  expect((await readSeasons()).ended).toEqual([]);
  // The site's own director may take a part of the steps.
  await Promise.all(Array.from({ length: 4 }, () => step().catch(() => 0)));
  while ((await step()) === 0);
  const months = await Promise.all([1, 2, 3].map(monthsAgo));
  const { ended } = await readSeasons();
  expect(ended.map(({ month, winners }) => [month, winners])).toEqual([
    [months[0], 0],
    [months[1], 0],
    [months[2], 3],
  ]);
  expect(new Set(published).size).toBe(published.length);
  const notices = await site.rows<{ player_id: bigint; rank: number }>(
    `SELECT player_id, (data ->> 'rank')::integer AS rank FROM notice WHERE kind = 'seasonEnded' ORDER BY rank`,
  );
  expect(notices.map(({ player_id: id, rank }) => [String(id), rank])).toEqual([
    [ids[2], 1],
    [ids[3], 2],
    [ids[1], 3],
  ]);
  expect(new Set(notified).size).toBe(notified.length);
  const first = ended[2];
  expect(first?.first).toMatchObject({ place: 1, username: 'season_2', totalWon: 70 });
  expect(ended[0]?.first).toBeNull();
  const season = await readSeason(months[2] ?? '');
  expect(season.isOver).toBe(true);
  expect(season.places.map(({ place, id, username, avatar }) => [place, id, username, avatar])).toEqual([
    [1, ids[2], 'season_2', null],
    [2, ids[3], 'season_3', null],
    [3, ids[1], 'season_1', null],
  ]);
  expect(await step()).toBeGreaterThan(0);
});

it('shows the name that a player has now, since the former one may be taken again', async () => {
  const { month } = (await readSeasons()).ended[2] ?? expect.fail('no season');
  const renamed = { username: 'renamed', avatar: 'avatar3' };
  await site.rows(
    `UPDATE player SET username = $2, avatar = $3 WHERE id = $1`,
    ids[2],
    ...Object.values(renamed),
  );
  await queryAsOwner(site.database, `UPDATE former_name SET until = until - interval '1 year'`);
  const stranger = { username: 'season_2', email: 'stranger@example.org', password: 'a meadow of lanterns' };
  expect((await site.call('POST', '/auth/register', null, { ...stranger, adult: true })).status).toBe(201);
  expect((await readSeason(month)).places[0]).toMatchObject({ id: ids[2], ...renamed });
  expect((await readSeasons()).ended[2]?.first).toMatchObject({ id: ids[2], ...renamed });
});

it('names nobody in the place of an account that is closed', async () => {
  const { month } = (await readSeasons()).ended[2] ?? expect.fail('no season');
  const login = { identifier: 'season_1', password: 'a meadow of lanterns' };
  const { token: leaving } = (await site.call('POST', '/auth/login', null, login)).body as { token: string };
  const answer = await site.call('DELETE', '/user/me', leaving, { password: login.password });
  expect(answer.status).toBe(204);
  expect((await readSeason(month)).places[2]).toEqual({
    place: 3,
    id: null,
    username: null,
    avatar: null,
    totalWon: 60,
  });
});

it('has no page of a month that is to come, is unknown, or is no month', async () => {
  expect((await site.call('GET', '/seasons/2019-01', token)).status).toBe(404);
  expect((await site.call('GET', '/seasons/2099-12', token)).status).toBe(404);
  for (const month of ['2026', '2026-13', '2026-00', '1999-01', 'x', '2026-1']) {
    expect((await site.call('GET', `/seasons/${month}`, token)).status, month).toBe(400);
  }
  expect((await site.call('GET', '/seasons')).status).toBe(401);
  expect((await site.call('GET', '/seasons/2026-11')).status).toBe(401);
});

it('I19: the audit finds a place that was changed and a missing month', async () => {
  const { month } = (await readSeasons()).ended[2] ?? expect.fail('no season');
  const seasonViolations = async () =>
    (await site.findViolations()).filter(({ states }) => states.includes('season'));
  expect(await seasonViolations()).toEqual([]);
  const day = `${month}-01`;
  const changes = [
    [
      `UPDATE season_place SET won = 69 WHERE month = $1 AND place = 1`,
      `UPDATE season_place SET won = 70 WHERE month = $1 AND place = 1`,
    ],
    [
      `DELETE FROM season WHERE month = $1::date + interval '1 month'`,
      `INSERT INTO season (month, winners) VALUES ($1::date + interval '1 month', 0)`,
    ],
  ] as const;
  for (const [broken, mended] of changes) {
    await queryAsOwner(site.database, broken, [day]);
    expect((await seasonViolations()).length, broken).toBeGreaterThan(0);
    await queryAsOwner(site.database, mended, [day]);
    expect(await seasonViolations(), mended).toEqual([]);
  }
});
