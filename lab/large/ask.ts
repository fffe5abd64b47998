/**
 * Asks the site of a filled database for every list, board, proof and file, first while no process leads it, so that
 * nothing but the calls uses the database, and then with its engines.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { residentMiB } from '../../apps/server/test/server-processes.ts';
import { startSiteProcess, type RunningSite } from '../../apps/server/test/site-process.ts';
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';
import { processTime } from '../bench/lib/processor-time.ts';
import { addCleanup } from '../bench/lib/cleanups.ts';
import { heavyPlayer } from './draws.ts';
import { asOwner } from './tables.ts';
import type { LargeDatabase } from './site.ts';
import { explainScans, readWork, resetWork, type Work } from './work.ts';

export interface Asked {
  name: string;
  status: number;
  /** Pages of 8 KiB that the statements of one call read, from memory or not, and those they wrote for sorting. */
  buffers: number;
  temporary: number;
  bytes: number;
  /** Milliseconds of the processor, in the site and in the database. */
  siteMs: number;
  databaseMs: number;
  /** How the statement that read most pages finds its rows. */
  scans: string;
  /** Memory of the site's process after the call. */
  siteMiB: number;
}

const slowMs = 1_000;
const password = 'a meadow of lanterns';
const serve = new URL('serve.ts', import.meta.url).pathname;

const tokenOf = (player: number): string => `large${String(player).padStart(38, '0')}`;

export const askLarge = async (large: LargeDatabase, players: number): Promise<Asked[]> => {
  const middle = 2 + Math.floor((players * 0.85) / 2);
  const fresh = players;
  await signIn(large, [heavyPlayer, middle, fresh]);
  const stopHolding = holdLease(large);
  const site = await startLargeSite(large);
  const end = addCleanup(() => site.end('SIGTERM'));
  const ask = createAsker(large, site, await readIdleWork(large));
  const asked: Asked[] = [];
  const one = async (who: string, player: number, method: string, path: string, body?: object) => {
    const call = method === 'DELETE' ? `DELETE ${labelOf(path)}` : labelOf(path);
    const found = await ask(`${who} ${call}`.trim(), tokenOf(player), method, path, body);
    asked.push(found);
    // A call that takes long is seen while the others are still to come.
    if (found.databaseMs + found.siteMs > slowMs)
      console.log(
        `  ${found.name}: ${found.buffers} pages, ${Math.round(found.databaseMs + found.siteMs)} ms`,
      );
  };
  const people = [
    ['heavy', heavyPlayer],
    ['middle', middle],
    ['fresh', fresh],
  ] as const;
  for (const [who, player] of people)
    for (const path of ownPaths(player)) await one(who, player, 'GET', path);
  for (const path of publicPaths(await readIds(large, middle))) await one('', middle, 'GET', path);
  const cursor = await deepCursor(site, tokenOf(heavyPlayer));
  await one('heavy, deep', heavyPlayer, 'GET', `/user/play/movements?limit=100&cursor=${cursor}`);
  for (const [who, player] of [people[0], people[2]]) {
    for (const [path, body] of stakes) await one(who, player, 'POST', path, body);
    await one(who, player, 'POST', '/user/export', { password });
    await one(who, player, 'DELETE', '/user/me', { password });
  }
  await end();
  await stopHolding();
  return asked;
};

/** The call without ids and times, which differ between the sites: by this name both are compared. */
const labelOf = (path: string): string =>
  path
    .replace(/&cursor=.*|\?since=.*/, '')
    .replace(/(?<=[/_])[\d-]{3,}(?=$|\/)|[0-9a-f]{64}|(?<=player_)\d+|(?<=userTickets\/)\d+/g, ':id');

export const startLargeSite = (large: LargeDatabase): Promise<RunningSite> =>
  startSiteProcess(
    { DATABASE_URL: large.url, DATA_DIR: join(large.folder, 'site'), SEED_KEY_FILE: large.seedKeyFile },
    serve,
  );

const idleMs = 15_000;

/** The statements that each process sends without a call, every second or minute. */
const readIdleWork = async ({ database }: LargeDatabase): Promise<ReadonlySet<string>> => {
  await resetWork(database);
  await sleep(idleMs);
  return new Set((await readWork(database)).map(({ text }) => text));
};

const ownPaths = (player: number): string[] => [
  '/user/me',
  '/user/achievements',
  '/user/card',
  '/user/limits',
  '/user/notices',
  '/user/notices/unread',
  '/user/sessions',
  '/user/visibility',
  '/user/tokens',
  '/clubs',
  ...['today', 'week', 'month', 'all'].map((window) => `/user/rank?window=${window}`),
  '/user/rank?game=aviator',
  `/user/profile/player_${player}`,
  '/user/play/movements?limit=100',
  '/user/play/movements?limit=100&source=lottery',
  '/user/play/movements?limit=100&source=wheel',
  '/user/play/movements.csv',
  '/user/play/summary?days=7',
  '/user/play/summary?days=366',
  `/user/play/away?since=${new Date(Date.now() - 30 * 86_400_000).toISOString()}`,
  '/aviator/userHistory',
  '/doubleTrouble/userHistory',
  '/highStriker/userHistory',
  '/ringToss/userHistory',
  '/mineField/all',
  '/mineField/current',
  `/ticket/userTickets/${player}`,
  '/lottery',
  '/lottery/advance',
  '/lottery/favourites',
  '/wheel',
  '/fairness/seeds',
];

const publicPaths = (ids: Ids): string[] => [
  ...['today', 'week', 'month', 'all'].map((window) => `/user/leaderboard?window=${window}&limit=100`),
  ...['today', 'all'].map((window) => `/user/leaderboard?window=${window}&limit=100&offset=900`),
  '/user/leaderboard?game=aviator&limit=100',
  '/user/leaderboard?players=bots&limit=100',
  '/user/search?name=play',
  '/user/profile/player_1',
  '/seasons',
  `/seasons/${ids.month}`,
  '/aviator/globalHistory',
  '/aviator/recent',
  '/doubleTrouble/status',
  '/lottery/draws',
  `/fairness/aviator/${ids.round}`,
  `/fairness/aviator/${ids.round}/bets/${ids.bet}`,
  `/fairness/doubleTrouble/${ids.draw}`,
  `/fairness/doubleTrouble/${ids.draw}/bets/${ids.drawBet}`,
  `/fairness/lottery/${ids.lottery}`,
  `/fairness/lottery/${ids.lottery}/tickets/${ids.ticket}`,
  `/fairness/mineField/${ids.game}`,
  `/fairness/highStriker/${ids.strike}`,
  '/fairness/chains',
  '/fairness/ledger',
  '/fairness/log',
  '/fairness/monitor',
  `/fairness/seeds/${ids.commitment}`,
];

const stakes: readonly (readonly [string, object])[] = [
  ['/highStriker/create', { amount: 100, target: 2 }],
  ['/ringToss/create', { amount: 100, chance: 50, side: 'under' }],
  ['/mineField/create', { difficulty: 'Easy', bidAmount: 100 }],
];

const readIds = async ({ database }: LargeDatabase, player: number) => {
  const [row] = await database.query<Record<IdName, string>>({
    text: `SELECT r.id::text AS round, (SELECT min(b.id)::text FROM aviator_bet b WHERE b.round_id = r.id) AS bet,
        d.id::text AS draw, (SELECT min(b.id)::text FROM double_trouble_bet b WHERE b.draw_id = d.id) AS "drawBet",
        l.draw_key AS lottery, l.last_ticket::text AS ticket, (SELECT max(id)::text FROM minefield_game) AS game,
        (SELECT max(id)::text FROM high_striker_strike) AS strike,
        to_char(now() - interval '1 month', 'YYYY-MM') AS month,
        (SELECT encode(commitment, 'hex') FROM player_seed WHERE player_id = $1 AND state = 'current') AS commitment
      FROM (SELECT max(round_id) AS id FROM aviator_bet) r, (SELECT max(draw_id) AS id FROM double_trouble_bet) d,
        (SELECT * FROM lottery_draw WHERE state = 'finished' ORDER BY id DESC LIMIT 1) l`,
    values: [player],
  });
  if (!row) throw new Error('the site has no rounds');
  return row;
};

type IdName =
  | 'round'
  | 'bet'
  | 'draw'
  | 'drawBet'
  | 'lottery'
  | 'ticket'
  | 'game'
  | 'strike'
  | 'month'
  | 'commitment';
type Ids = Record<IdName, string>;

const signIn = async ({ database }: LargeDatabase, players: readonly number[]): Promise<void> => {
  const hashed = await createPasswords({}).hash(password, 'large');
  if (!hashed.ok) throw new Error('no password was hashed');
  await asOwner(database, async (query) => {
    for (const player of players) {
      await query({
        text: 'UPDATE player SET password_hash = $2 WHERE id = $1',
        values: [player, hashed.value],
      });
      await query({
        text: `INSERT INTO session (token_hash, player_id, expires_at)
          VALUES (sha256(convert_to($2, 'UTF8')), $1, clock_timestamp() + interval '1 day') ON CONFLICT DO NOTHING`,
        values: [player, tokenOf(player)],
      });
    }
  });
};

/** Keeps the lease for a holder that does not exist, so that no process of the site leads. */
const holdLease = ({ database }: LargeDatabase): (() => Promise<void>) => {
  const hold = () =>
    database
      .query({
        text: `UPDATE director_lease SET holder = 'lab', renewed_at = clock_timestamp()`,
        values: [],
      })
      .catch(() => undefined);
  void hold();
  const timer = setInterval(() => void hold(), 400);
  return addCleanup(async () => {
    clearInterval(timer);
    await database.query({ text: 'UPDATE director_lease SET holder = NULL', values: [] });
  });
};

/** The cursor of a player's list after twenty pages. */
const deepCursor = async (site: RunningSite, token: string): Promise<string> => {
  let cursor = '';
  for (let page = 0; page < 20; page++) {
    const answer = await fetch(
      `${site.url}/api/user/play/movements?limit=100${cursor && `&cursor=${cursor}`}`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    );
    const { next } = (await answer.json()) as { next: string | null };
    if (next === null) break;
    cursor = encodeURIComponent(next);
  }
  return cursor;
};

const createAsker = (large: LargeDatabase, site: RunningSite, idle: ReadonlySet<string>) => {
  const pid = site.child.pid ?? 0;
  return async (name: string, token: string, method: string, path: string, body?: object): Promise<Asked> => {
    const send = async () => {
      const answer = await fetch(`${site.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) console.error(`REFUSED: ${name}: ${answer.status} ${await answer.clone().text()}`);
      // Why it failed is in its log alone.
      if (answer.status >= 500) console.error(site.output().split('\n').slice(-3).join('\n'));
      let bytes = 0;
      for await (const part of answer.body ?? []) bytes += (part as Uint8Array).length;
      return { status: answer.status, bytes };
    };
    // The first one plans, and fills what is kept in memory.
    if (method === 'GET') await send();
    await resetWork(large.database);
    const [siteBefore, databaseBefore] = [processTime(pid) ?? 0, large.time()];
    const answer = await send();
    const work = (await readWork(large.database)).filter(({ text }) => !idle.has(text) && isOfCall(text));
    const total = (of: (each: Work) => number) => work.reduce((sum, each) => sum + of(each), 0);
    const worst = work.toSorted((one, other) => other.buffers - one.buffers)[0];
    return {
      name,
      ...answer,
      siteMs: ((processTime(pid) ?? 0) - siteBefore) / 1_000,
      databaseMs: (large.time() - databaseBefore) / 1_000,
      buffers: total((each) => each.buffers),
      temporary: total((each) => each.temporary),
      scans: worst === undefined ? '' : await explainScans(large.database, worst.text),
      siteMiB: residentMiB(pid),
    };
  };
};

const isOfCall = (text: string): boolean =>
  !/director_lease|pg_stat_statements|^(BEGIN|COMMIT|SET)/.test(text);
