/**
 * Fills an empty database with what months of play would have written. Results are drawn by the rules of the games
 * from bets that were sealed before, and the public log is written by its own engine, a slice after the other, at the
 * time of the slice: roots, crashes and the tree cost a hash each, and could not be made up without breaking the audit.
 * What follows from the bets, such as wallets, boards and stamps, is summed by SQL at the end.
 */
import {
  ensureChains,
  findCurrentChain,
  seedOfLink,
} from '../../apps/server/src/fairness/chains/seed-chain.ts';
import { openSeedKey } from '../../apps/server/src/fairness/chains/seed-key.ts';
import { createLogEngine } from '../../apps/server/src/fairness/log/engine.ts';
import { openSigningKey } from '../../apps/server/src/fairness/log/signing-key.ts';
import type { StepContext } from '../../apps/server/src/director/director.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { systemEntropy } from '../../apps/server/src/platform/entropy.ts';
import { loadGames } from '../../apps/server/src/site/games.ts';
import { createHash } from 'node:crypto';
import { createChance, type Chance } from './draws.ts';
import {
  addAviatorRound,
  addDoubleTroubleDraw,
  addLotteryDraw,
  type ChainedGame,
  type Filling,
  type Span,
} from './rounds.ts';
import {
  addMinefield,
  addNonces,
  addSeeds,
  addSpin,
  addStrike,
  addToss,
  createPlayerSeeds,
  type SeededFilling,
} from './seeded.ts';
import { summarize } from './summarize.ts';
import { asOwner, createRows, timeText } from './tables.ts';

export interface Size {
  bets: number;
  players: number;
  days: number;
}

/** Shares of all bets; the rest is rounding. */
const shares = { aviator: 0.4, doubleTrouble: 0.25, lottery: 0.1, strike: 0.1, toss: 0.08, game: 0.07 };
/** Spins come on top, as they have no stake. */
const spinShare = 0.02;
const betsPerRound = 20;
/** More than anybody stakes in all, so that no stake needs what was won before. */
export const signUpCoins = 1_000_000_000;

const dayMs = 86_400_000;
/** Draws of the lottery are held at this hour, at which the slices end as well. */
const drawHour = 20;
/** Younger transfers are not settled yet for the engines that follow them. */
const recentMs = 11 * 60_000;

/** The last one ends now, and the others end with the draws of the lottery. */
const slicesOf = (days: number, nowMs: number): Span[] => {
  const endMs = nowMs - recentMs;
  const lastDrawMs = Math.floor((endMs - drawHour * 3_600_000) / dayMs) * dayMs + drawHour * 3_600_000;
  const slices = Array.from({ length: days }, (_, place) => {
    const untilMs = lastDrawMs - (days - 1 - place) * dayMs;
    return { fromMs: untilMs - dayMs, untilMs };
  });
  return [...slices, { fromMs: lastDrawMs, untilMs: endMs }];
};

export interface FillDeps {
  /** Connected as a superuser. */
  database: Database;
  seedKeyFile: string;
  size: Size;
  /** `done` is from 0 to 1. */
  progress?: (done: number, what: string) => void;
}

export const fill = async ({
  database,
  seedKeyFile,
  size,
  progress = () => undefined,
}: FillDeps): Promise<void> => {
  const { query } = database;
  const { seal } = await openSeedKey({ query, path: seedKeyFile });
  const signingKey = await openSigningKey(query, seal);
  const nowMs = Date.now();
  const slices = slicesOf(size.days, nowMs);
  const bornMs = (slices[0]?.fromMs ?? nowMs) - 3_600_000;
  const accounts = await readAccounts(database);
  const rows = createRows();
  const chance = createChance(20_261);
  const seeds = createPlayerSeeds(size.players);
  const rounds = Math.ceil((size.bets * shares.aviator) / betsPerRound) + 2 * slices.length;
  const chained = async (folder: string): Promise<ChainedGame> => ({
    account: accounts[folder] ?? 0,
    rounds: 0,
    bets: 0,
    ...(await openChain(database, { seal, game: folder, links: Math.max(1_024, 2 * rounds) })),
  });
  const filling: Filling & SeededFilling = {
    rows,
    chance,
    players: size.players,
    seal,
    accounts,
    seeds,
    aviator: await chained('aviator'),
    doubleTrouble: await chained('double-trouble'),
    lottery: { account: accounts['lottery'] ?? 0, draws: 0, ticket: 100_000_000_000n },
    next: { strike: 0, toss: 0, game: 0, spin: 0 },
    spunOn: new Map(),
  };
  const log = await createPastLog(database, signingKey);
  try {
    await addPlayers(database, size.players, bornMs);
    await addSeeds(database, filling, { seal, fromMs: firstBornMs(bornMs), bornMs, nowMs });
    const allMs = slices.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0);
    for (const [place, slice] of slices.entries()) {
      const part = (slice.untilMs - slice.fromMs) / allMs;
      const countOf = (share: number) => Math.round(size.bets * share * part);
      fillSlice(filling, slice, { countOf, hasDraw: place < size.days });
      await rows.write(database);
      await log.follow(slice.untilMs + 60_000);
      progress((place + 1) / (slices.length + 1), `slice ${place + 1} of ${slices.length}`);
    }
    await addNonces(database, seeds);
    await summarize(database, { ...filling, bornMs });
  } finally {
    rows.close();
  }
  progress(1, 'all is written');
};

const fillSlice = (
  filling: Filling & SeededFilling,
  { fromMs, untilMs }: Span,
  { countOf, hasDraw }: { countOf: (share: number) => number; hasDraw: boolean },
): void => {
  // What begins late in a slice ends before the next.
  const lastMs = Math.max(fromMs, untilMs - 300_000);
  const at = (place: number, of: number) => fromMs + Math.floor(((lastMs - fromMs) * place) / of);
  const flown = splitRounds(countOf(shares.aviator), filling.chance);
  let freeMs = fromMs;
  for (const [place, bets] of flown.entries()) {
    freeMs = addAviatorRound(filling, Math.max(freeMs, at(place, flown.length)), bets);
  }
  const drawn = splitRounds(countOf(shares.doubleTrouble), filling.chance);
  for (const [place, bets] of drawn.entries()) {
    addDoubleTroubleDraw(
      filling,
      { fromMs: at(place, drawn.length), untilMs: at(place + 1, drawn.length) },
      bets,
    );
  }
  if (hasDraw) addLotteryDraw(filling, { fromMs, untilMs }, countOf(shares.lottery));
  const each = (share: number, add: (atMs: number) => void) => {
    const count = countOf(share);
    for (let place = 0; place < count; place++) add(at(place + 1, count + 1));
  };
  each(shares.strike, (atMs) => addStrike(filling, atMs));
  each(shares.toss, (atMs) => addToss(filling, atMs));
  each(shares.game, (atMs) => addMinefield(filling, atMs));
  each(spinShare, (atMs) => addSpin(filling, atMs));
};

/** Between none and twice the mean. */
const splitRounds = (bets: number, chance: Chance): number[] => {
  const rounds: number[] = [];
  for (let left = bets; left > 0;) {
    const taken = Math.min(left, chance.below(2 * betsPerRound + 1));
    rounds.push(taken);
    left -= taken;
  }
  return rounds;
};

const readAccounts = async ({ query }: Database): Promise<Record<string, number>> => {
  const found = await query<{ id: bigint; name: string }>({
    text: 'SELECT id, name FROM account',
    values: [],
  });
  return Object.fromEntries(found.map(({ id, name }) => [name, Number(id)]));
};

/** They came in the two months before, one after the other. */
const firstBornMs = (bornMs: number): number => bornMs - 60 * dayMs;

const addPlayers = async (database: Database, players: number, bornMs: number): Promise<void> => {
  const perStatement = 20_000;
  const bornAt = `$3::timestamptz + n * $4::float8 * interval '1 ms'`;
  for (let after = 0; after < players; after += perStatement) {
    const everyMs = (bornMs - firstBornMs(bornMs)) / players;
    const values = [after, Math.min(players, after + perStatement), timeText(firstBornMs(bornMs)), everyMs];
    await asOwner(database, async (query) => {
      await query({
        text: `INSERT INTO player (id, username, email, password_hash, reference_id, adult_confirmed_at, created_at)
          OVERRIDING SYSTEM VALUE
          SELECT n, 'player_' || n, 'player_' || n || '@example.org', 'none', 'ref' || n, ${bornAt}, ${bornAt}
          FROM generate_series($1::bigint + 1, $2::bigint) n`,
        values,
      });
      await query({
        text: `INSERT INTO transfer (kind, source, debit_account, credit_account, amount, created_at)
          SELECT 'signup', n, 1, 1000 + 2 * n, ${signUpCoins}, ${bornAt}
          FROM generate_series($1::bigint + 1, $2::bigint) n`,
        values,
      });
    });
  }
};

/** A chain that the game's engine goes on with, and the seeds of its links. */
const openChain = async (
  database: Database,
  { seal, game, links }: { seal: Parameters<typeof seedOfLink>[0]['seal']; game: string; links: number },
): Promise<Pick<ChainedGame, 'chainId' | 'seeds'>> => {
  await ensureChains({ database, entropy: systemEntropy, seal, game, links });
  const chain = await findCurrentChain(database.query, game);
  if (!chain) throw new Error(`there is no chain of ${game}`);
  const seeds = Buffer.alloc(32 * (links + 1));
  let seed = await seedOfLink({ database, seal }, chain.id, links);
  for (let link = links; ; link--) {
    seeds.set(seed, 32 * link);
    if (link === 0) break;
    seed = createHash('sha256').update(seed).digest();
  }
  return { chainId: chain.id, seeds };
};

/** The log's own engine, at times that are over. */
const createPastLog = async (database: Database, signingKey: Awaited<ReturnType<typeof openSigningKey>>) => {
  const games = (await loadGames()).flatMap(({ id, log }) => (log ? { id, log } : []));
  const engine = createLogEngine({ database, signingKey, games });
  const [lease] = await database.query<{ epoch: bigint }>({
    text: 'SELECT epoch FROM director_fence',
    values: [],
  });
  const epoch = lease?.epoch ?? 0n;
  let isNew = true;
  return {
    async follow(atMs: number): Promise<void> {
      const context = { epoch, databaseNowMs: () => atMs } as StepContext;
      while ((await engine.step(context)) === 0);
      if (isNew) {
        isNew = false;
        await asOwner(database, (query) =>
          query({ text: 'UPDATE log_origin SET began_at = $1', values: [timeText(atMs - dayMs)] }),
        );
      }
    },
  };
};
