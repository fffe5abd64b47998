/** One's own play: every movement is listed once, pages and filters lose none, and the sums are those of the list. */
import {
  multiplierBounds,
  type PlayAway,
  type PlayEntry,
  type PlayMovements,
  type PlaySummary,
} from '@fairground/contract/play';
import type { User } from '@fairground/contract/user';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPlayService } from './service.ts';
import { loadGames } from '../../site/games.ts';
import { createAttemptLimiter, noLimiter } from '../../platform/attempt-limiter.ts';
import { systemClock } from '../../platform/clock.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { untilRoundsAreOpen } from '../../../../../games/test/open-rounds.ts';
import { countRows, type CountedStatement } from '../../../test/counted-rows.ts';
import { siteForAll } from '../../../test/for-tests.ts';

let token: string;
let user: User;

const call = async <Body>(method: 'GET' | 'POST', path: string, as: string, payload?: object) => {
  const response = await site.site.app.inject({
    method,
    url: `/api${path}`,
    headers: as ? { authorization: `Bearer ${as}` } : {},
    ...(payload ? { payload } : {}),
  });
  return {
    status: response.statusCode,
    text: response.body,
    headers: response.headers,
    body: (): Body => response.json(),
  };
};

const list = async (query = '', as = token): Promise<PlayEntry[]> => {
  const entries: PlayEntry[] = [];
  for (let cursor: string | null = null; ;) {
    const page: { status: number; body(): PlayMovements } = await call<PlayMovements>(
      'GET',
      `/user/play/movements?${query}${cursor === null ? '' : `&cursor=${cursor}`}`,
      as,
    );
    expect(page.status).toBe(200);
    entries.push(...page.body().entries);
    cursor = page.body().next;
    if (cursor === null) return entries;
  }
};

const summary = async (days: number, as = token) =>
  (await call<PlaySummary>('GET', `/user/play/summary?days=${days}`, as)).body();

const netOf = ({ movements }: Pick<PlayEntry, 'movements'>) =>
  movements.reduce((sum, { amount }) => sum + amount, 0);

interface OpenApi {
  paths: Record<string, { get?: { responses: Record<string, { content?: object }> } }>;
}

const stakes = 12;

const site = siteForAll({ env: { LOTTERY_DRAW_CRON: '0 0 1 1 *', SIGNUP_COINS: '10000' } });
beforeAll(async () => {
  await untilRoundsAreOpen(site);
  ({ token, user } = await site.register('alice'));
  for (let at = 0; at < stakes; at++) {
    const { status } = await call('POST', '/highStriker/create', token, { amount: 100, target: 1.5 });
    expect(status).toBe(201);
  }
  const numbers = [1, 2, 3, 4, 5, 6];
  await call('POST', '/lottery/create', token, { numbers, bid: 10 });
  const bought = await call<{ tickets: { id: string }[] }>('POST', '/lottery/advance', token, {
    numbers,
    bid: 20,
    draws: 3,
  });
  await call('POST', '/lottery/advance/cancel', token, { id: bought.body().tickets[1]?.id });
});

describe('movements', () => {
  it('need a player', async () => {
    for (const path of ['movements', 'summary', 'movements.csv'])
      expect((await call('GET', `/user/play/${path}`, '')).status, path).toBe(401);
  });

  it('are all that changed the balance, newest first', async () => {
    const entries = await list('limit=100');
    const me = (await call<User>('GET', '/user/me', token)).body();
    expect(entries.reduce((sum, entry) => sum + netOf(entry), 0)).toBe(me.coins + me.winningAmount);
    expect(entries).toHaveLength(1 + stakes + 4);
    // The three tickets of one call are listed by their numbers, and written within the same millisecond or two.
    const times = entries.slice(2).map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.at(-1)).toMatchObject({
      source: 'signup',
      movements: [{ kind: 'bonus', amount: 10_000, balance: 'coins' }],
    });
    const refunded = entries.filter(({ movements }) => movements.some(({ kind }) => kind === 'refund'));
    expect(refunded.map(netOf)).toEqual([0]);
  });

  it('are the same in pages of any size', async () => {
    const all = await list('limit=100');
    for (const limit of [1, 3, 7]) expect(await list(`limit=${limit}`), String(limit)).toEqual(all);
  });

  it('are filtered by game and time', async () => {
    const all = await list('limit=100');
    expect(await list('source=highStriker&limit=5')).toEqual(
      all.filter(({ source }) => source === 'highStriker'),
    );
    expect(await list('source=nothing')).toEqual([]);
    const middle = all[6]?.at ?? '';
    const since = all.filter(({ at }) => at >= middle);
    expect(await list(`from=${middle}&limit=2`)).toEqual(since);
    expect(await list(`to=${middle}&limit=2`)).toEqual(all.slice(since.length));
  });

  it('of other players are never shown', async () => {
    const { token: other } = await site.register('mallory');
    const page = (await call<PlayMovements>('GET', '/user/play/movements?limit=3', token)).body();
    const entries = await list(`cursor=${page.next}`, other);
    expect(entries.every(({ source }) => source === 'signup')).toBe(true);
    expect(await list('limit=100', other)).toHaveLength(1);
  });

  it.each(['limit=0', 'limit=101', 'cursor=x', 'cursor=W10x', 'from=yesterday', 'source='])(
    'answer 400 to %s',
    async (query) => {
      expect((await call('GET', `/user/play/movements?${query}`, token)).status).toBe(400);
    },
  );

  it('names a cursor that no page gave', async () => {
    const answer = await call('GET', '/user/play/movements?cursor=x', token);
    expect(JSON.parse(answer.text).errors).toEqual([
      { path: 'cursor', message: 'cursor must be the next of another page.' },
    ]);
  });

  it('come as a file with one line each', async () => {
    const file = await call('GET', '/user/play/movements.csv', token);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toContain('fairground-play.csv');
    const [head, ...lines] = file.text.trimEnd().split('\r\n');
    expect(head).toBe('time,day,source,entry,kind,balance,amount');
    const entries = await list('limit=100');
    expect(lines.map((line) => line.replace(/,\d{4}-\d\d-\d\d,/, ','))).toEqual(
      entries.flatMap(({ id, source, movements }) =>
        movements.map(({ at, kind, balance, amount }) => [at, source, id, kind, balance, amount].join(',')),
      ),
    );
    const filtered = await call('GET', '/user/play/movements.csv?source=signup', token);
    expect(filtered.text.split('\r\n')).toHaveLength(3);
  });

  it('are described as the file that they are', async () => {
    const { paths } = (await call<OpenApi>('GET', '/docs/json', '')).body();
    expect(paths['/api/user/play/movements.csv']?.get?.responses['200']?.content).toEqual({
      'text/csv': { schema: { type: 'string' } },
    });
  });

  it('have their day of the site in the file', async () => {
    const fileIn = async (zone: string) => {
      await queryAsOwner(site.database, 'UPDATE site_zone SET name = $1', [zone]);
      const { text } = await call('GET', '/user/play/movements.csv?source=signup', token);
      const [, line = ''] = text.split('\r\n');
      const [at = '', day] = line.split(',');
      return { at: new Date(at), day };
    };
    // A day apart at any time.
    for (const [zone, hours] of [
      ['Pacific/Kiritimati', 14],
      ['Etc/GMT+12', -12],
      ['UTC', 0],
    ] as const) {
      const { at, day } = await fileIn(zone);
      expect(day).toBe(new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, 10));
    }
  });

  it('come as a file five times an hour', async () => {
    const service = createPlayService({
      database: site.database,
      limiter: createAttemptLimiter(systemClock),
      games: await loadGames(),
    });
    const results = await Promise.all(
      Array.from({ length: 8 }, () => service.writeFile({ playerId: BigInt(user.id) }, '192.0.2.1')),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(5);
  });
});

describe('sums', () => {
  it('are those of the list', async () => {
    const entries = await list('limit=100');
    const { days, from, to, since } = await summary(30);
    expect(since).toBeNull();
    expect(Date.parse(to) - Date.parse(from)).toBe(29 * 86_400_000);
    for (const source of ['highStriker', 'lottery', 'signup']) {
      const own = entries.filter((entry) => entry.source === source);
      const summed = days.filter((day) => day.source === source);
      const total = (of: (day: PlaySummary['days'][number]) => number) =>
        summed.reduce((sum, day) => sum + of(day), 0);
      expect(
        total((day) => day.entries),
        source,
      ).toBe(own.length);
      expect(
        total((day) => day.received - day.paid),
        source,
      ).toBe(own.reduce((sum, entry) => sum + netOf(entry), 0));
    }
    const won = entries.filter(
      ({ source, movements }) => source === 'highStriker' && movements.some(({ kind }) => kind === 'payout'),
    );
    const counts = multiplierBounds.map((_, at) =>
      days.reduce(
        (sum, { source, multipliers }) => sum + (source === 'highStriker' ? (multipliers[at] ?? 0) : 0),
        0,
      ),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(stakes);
    expect(counts[multiplierBounds.indexOf(1.5)]).toBe(won.length);
    expect(counts[0]).toBe(stakes - won.length);
    expect(days.find(({ source }) => source === 'signup')?.multipliers).toEqual(
      multiplierBounds.map(() => 0),
    );
  });

  it('name the time from which on they are complete, where there is more than they count', async () => {
    const service = createPlayService({
      database: site.database,
      limiter: noLimiter,
      games: await loadGames(),
      maxSummedRows: 5,
    });
    const result = await service.summary(BigInt(user.id), 30);
    if (!result.ok) throw new Error(result.code);
    const strikes = await list('source=highStriker&limit=100');
    expect(result.value.since).toBe(strikes[4]?.at);
    expect(result.value.days.find(({ source }) => source === 'highStriker')?.entries).toBe(5);
  });

  it('read no more of what is older than the days than a page of each list', async () => {
    const { user: erin } = await site.register('erin');
    const old = 4_000;
    await queryAsOwner(
      site.database,
      `WITH strike AS (
        INSERT INTO high_striker_strike (player_id, seed_id, nonce, amount, from_winnings, target_hundredths,
          height_hundredths, amount_won, created_at)
        SELECT $1, s.id, 1000 + n, 100, 0, 200, 100, 0, now() - interval '60 days' + n * interval '1 second'
        FROM (SELECT min(id) AS id FROM player_seed) s, generate_series(1, $2::integer) n ORDER BY n
        RETURNING id, created_at)
      INSERT INTO transfer (kind, source, debit_account, credit_account, amount, created_at)
      SELECT 'high_striker_stake_coins', id, 1000 + 2 * $1::bigint, 14, 100, created_at FROM strike`,
      [erin.id, old],
    );
    await queryAsOwner(site.database, 'ANALYZE high_striker_strike, transfer');
    const counted: CountedStatement[] = [];
    const service = createPlayService({
      database: { ...site.database, query: countRows(site.database.query, counted) },
      limiter: noLimiter,
      games: await loadGames(),
    });
    const sums = async (days: number) => {
      counted.length = 0;
      const result = await service.summary(BigInt(erin.id), days);
      if (!result.ok) throw new Error(result.code);
      const strikes = result.value.days.filter(({ source }) => source === 'highStriker');
      return { entries: strikes.reduce((sum, { entries }) => sum + entries, 0), since: result.value.since };
    };
    expect(await sums(7)).toEqual({ entries: 0, since: null });
    expect(counted.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(2 * old);
    expect(await sums(90)).toEqual({ entries: old, since: null });
  });

  it('leave out days before the first', async () => {
    const { token: bob, user: old } = await site.register('bob');
    await queryAsOwner(
      site.database,
      `WITH given AS (
        INSERT INTO coin_correction (player_id, amount, reason) VALUES ($1, 5, 'test') RETURNING id
      ), paid AS (UPDATE wallet SET coins = coins + 5 WHERE player_id = $1)
      INSERT INTO transfer (kind, source, debit_account, credit_account, amount, created_at)
      SELECT 'correction', 2 * id, 6, 1000 + 2 * $1::bigint, 5, clock_timestamp() - interval '10 days' FROM given`,
      [old.id],
    );
    expect((await summary(7, bob)).days.map(({ source }) => source)).toEqual(['signup']);
    expect((await summary(30, bob)).days.map(({ source }) => source)).toEqual(['correction', 'signup']);
    for (const days of [0, 367, 'x']) {
      expect((await call('GET', `/user/play/summary?days=${days}`, bob)).status).toBe(400);
    }
  });
});

describe('what was settled while the player was away', () => {
  it('is counted by game, won and lost alike, from the moment on', async () => {
    const { token: carol, user: away } = await site.register('carol');
    const since = new Date(Date.now() - 60_000).toISOString();
    const read = async (from: string, as = carol) =>
      (await call<PlayAway>('GET', `/user/play/away?since=${from}`, as)).body();
    expect(await read(since)).toEqual([]);
    const numbers = [1, 2, 3, 4, 5, 6];
    await call('POST', '/lottery/create', carol, { numbers, bid: 10 });
    await call('POST', '/lottery/create', carol, { numbers: [1, 2, 3, 47, 48, 49], bid: 20 });
    await call('POST', '/highStriker/create', carol, { amount: 100, target: 1.5 });
    expect(await read(since), 'what is open is not settled').toEqual([]);
    await queryAsOwner(
      site.database,
      `UPDATE lottery_draw SET state = 'settling', root = $1, ticket_count = 0, entropy = 'install', seed = $1,
        winning = 63,
        drawn_at = clock_timestamp(), settled_through = after_ticket + 1000000000000, last_ticket = after_ticket
      WHERE state = 'open'`,
      [Buffer.alloc(32)],
    );
    const draw = { source: 'lottery', bets: 2, staked: 30, received: 10 * 1_000_000 + 20 * 16 };
    expect(await read(since)).toEqual([draw]);
    expect(await read(new Date(Date.now() + 60_000).toISOString())).toEqual([]);
    expect(await read(since, (await site.register('dave')).token)).toEqual([]);
    expect(away.id).not.toBe(user.id);
    for (const wrong of ['', 'yesterday', '2026-13-01T00:00:00Z']) {
      expect((await call('GET', `/user/play/away?since=${wrong}`, carol)).status, wrong).toBe(400);
    }
    expect((await call('GET', `/user/play/away?since=${since}`, '')).status).toBe(401);
  });
});
