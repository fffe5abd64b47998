/** Bets of the games that draw from the seeds of their players: instant games, Minefield and the wheel. */
import { createHash, randomBytes } from 'node:crypto';
import { drawBet } from '../../packages/game-kit/shared/instant/proof.ts';
import highStriker from '../../games/high-striker/game.ts';
import ringToss from '../../games/ring-toss/game.ts';
import { mineTiles } from '../../games/minefield/draw.ts';
import {
  difficultyNames,
  minefieldDifficulties,
  minefieldHundredths,
  minefieldPayout,
} from '../../games/minefield/rules.ts';
import { wheelSegment } from '../../games/wheel/draw.ts';
import { wheelCoins, wheelSegments } from '../../games/wheel/rules.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import type { Seal } from '../../apps/server/src/platform/secrets/seal.ts';
import { choosePlayer, type Chance } from './draws.ts';
import { addStake } from './rounds.ts';
import { asOwner, cells, timeText, type Rows } from './tables.ts';

export interface SeededFilling {
  rows: Rows;
  chance: Chance;
  players: number;
  accounts: Readonly<Record<string, number>>;
  seeds: PlayerSeeds;
  next: { strike: number; toss: number; game: number; spin: number };
  /** The last day on which a player spun the wheel. */
  spunOn: Map<number, string>;
}

/** One seed in use for each player; the nonces that were taken are counted here. */
export const createPlayerSeeds = (players: number) => {
  const bytes = randomBytes(32 * (players + 1));
  const nonces = new Int32Array(players + 1);
  const seedOf = (player: number): Buffer => bytes.subarray(32 * player, 32 * player + 32);
  const clientSeedOf = (player: number): string => `player_seed_${player}`;
  const count = (player: number): number => {
    const nonce = nonces[player] ?? 0;
    nonces[player] = nonce + 1;
    return nonce;
  };
  return {
    nonces,
    seedOf,
    clientSeedOf,
    /** What the next bet of a player is drawn from. */
    take: (player: number) => ({
      seedId: 2 * player - 1,
      serverSeed: seedOf(player),
      clientSeed: clientSeedOf(player),
      nonce: count(player),
    }),
  };
};

export type PlayerSeeds = ReturnType<typeof createPlayerSeeds>;

const commitmentOf = (seed: Buffer): Buffer => createHash('sha256').update(seed).digest();

/** Every tenth player has revealed the seed, so that the audit draws their bets again. */
const isRevealed = (player: number): boolean => player % 10 === 0;

/** The pairs of all players. The public log has those of a day that is over, so they come before the bets. */
export const addSeeds = async (
  database: Pick<Database, 'transaction'>,
  { rows, seeds, players }: Pick<SeededFilling, 'rows' | 'seeds' | 'players'>,
  { seal, fromMs, bornMs, nowMs }: { seal: Seal; fromMs: number; bornMs: number; nowMs: number },
): Promise<void> => {
  let newest = 2 * players;
  for (let player = 1; player <= players; player++) {
    const bornAt = timeText(fromMs + (player * (bornMs - fromMs)) / players);
    const add = (id: number, seed: Buffer, state: 'current' | 'next' | 'revealed') => {
      const commitment = commitmentOf(seed);
      const isNext = state === 'next';
      const isSecond = id > 2 * players;
      rows.add(
        'player_seed',
        cells`
        ${id} ${player} ${state}
        ${seal.close(seed, `player-seed|${player}|${commitment.toString('hex')}`)} ${commitment}
        ${isNext ? null : id === 2 * player - 1 ? seeds.clientSeedOf(player) : 'a_second_seed'}
        ${isNext ? null : 'player'} ${0}
        ${state === 'revealed' ? seed : null} ${isSecond ? timeText(nowMs) : bornAt}
        ${isNext ? null : bornAt} ${state === 'revealed' ? timeText(nowMs) : null}`,
      );
    };
    const revealed = isRevealed(player);
    add(2 * player - 1, seeds.seedOf(player), revealed ? 'revealed' : 'current');
    add(2 * player, randomBytes(32), revealed ? 'current' : 'next');
    if (revealed) add(++newest, randomBytes(32), 'next');
    if (player % 20_000 === 0) await rows.write(database);
  }
  await rows.write(database);
};

/** Each seed is at the nonce of its next bet. */
export const addNonces = async (
  database: Pick<Database, 'transaction'>,
  { nonces }: PlayerSeeds,
): Promise<void> => {
  await asOwner(database, (query) =>
    query({
      text: `UPDATE player_seed s SET next_nonce = n.nonce
        FROM unnest($1::integer[]) WITH ORDINALITY AS n (nonce, player) WHERE s.id = 2 * n.player - 1`,
      values: [[...nonces.subarray(1)]],
    }),
  );
};

const targets = [120, 150, 200, 300, 500, 1_000];
const accountOf = ({ accounts }: SeededFilling, folder: string): number => accounts[folder] ?? 0;

export const addStrike = (filling: SeededFilling, atMs: number): void => {
  const { rows, chance, seeds, next } = filling;
  const player = choosePlayer(chance, filling.players);
  const seed = seeds.take(player);
  const choice = { target: chance.pick(targets) };
  const drawn = drawBet(highStriker, seed);
  const amount = chance.skewed(100, 100, 50);
  const won = highStriker.payoutCoins(amount, choice, drawn);
  const id = ++next.strike;
  const call = [chance.key(), chance.key()];
  rows.add('high_striker_strike', [
    id,
    player,
    seed.seedId,
    seed.nonce,
    amount,
    0,
    choice.target,
    drawn.height,
    won,
    timeText(atMs),
    ...call,
  ]);
  const game = { prefix: 'high_striker', account: accountOf(filling, 'high-striker') };
  addStake(filling, game, { id, player, amount, atMs, won, endedMs: atMs });
};

export const addToss = (filling: SeededFilling, atMs: number): void => {
  const { rows, chance, seeds, next } = filling;
  const player = choosePlayer(chance, filling.players);
  const seed = seeds.take(player);
  const choice = { chance: 1 + chance.below(95), side: chance.next() < 0.5 ? 'under' : 'over' } as const;
  const drawn = drawBet(ringToss, seed);
  const amount = chance.skewed(100, 100, 50);
  const won = ringToss.payoutCoins(amount, choice, drawn);
  const id = ++next.toss;
  const call = [chance.key(), chance.key()];
  const columns = [id, player, seed.seedId, seed.nonce, amount, 0];
  rows.add('ring_toss_bet', [
    ...columns,
    choice.chance,
    choice.side,
    drawn.roll,
    won,
    timeText(atMs),
    ...call,
  ]);
  const game = { prefix: 'ring_toss', account: accountOf(filling, 'ring-toss') };
  addStake(filling, game, { id, player, amount, atMs, won, endedMs: atMs });
};

const minefieldMs = 20_000;

export const addMinefield = (filling: SeededFilling, atMs: number): void => {
  const { rows, chance, seeds, next } = filling;
  const player = choosePlayer(chance, filling.players);
  const { seedId, ...seed } = seeds.take(player);
  const name = chance.pick(difficultyNames);
  const difficulty = minefieldDifficulties[name];
  const { tiles, mines } = difficulty;
  const laid = new Set(mineTiles({ ...seed, tiles, mines }));
  const wanted = 1 + chance.below(4);
  const gems: number[] = [];
  const first = chance.below(tiles);
  let hit: number | null = null;
  for (let turn = 0; hit === null && gems.length < wanted; turn++) {
    const tile = (first + turn) % tiles;
    if (laid.has(tile)) hit = tile;
    else gems.push(tile);
  }
  const amount = chance.skewed(100, 100, 50);
  const won = hit === null ? minefieldPayout(amount, minefieldHundredths(difficulty, gems.length)) : 0;
  const id = ++next.game;
  rows.add(
    'minefield_game',
    cells`
    ${id} ${player} ${seedId} ${seed.nonce} ${amount} ${0} ${name} ${tiles} ${mines}
    ${difficulty.incrementHundredths} ${hit === null ? 'CashedOut' : 'Lost'} ${`{${gems.join(',')}}`}
    ${`{${gems.map(() => chance.key()).join(',')}}`} ${hit} ${won} ${timeText(atMs)}
    ${timeText(atMs + minefieldMs)} ${chance.key()} ${chance.key()}`,
  );
  const game = { prefix: 'minefield', account: accountOf(filling, 'minefield') };
  addStake(filling, game, { id, player, amount, atMs, won, endedMs: atMs + minefieldMs });
};

/** Nothing where the player has spun on the day already. Spins are added in the order of their times. */
export const addSpin = (filling: SeededFilling, atMs: number): void => {
  const { rows, chance, seeds, next } = filling;
  const player = choosePlayer(chance, filling.players);
  const day = timeText(atMs).slice(0, 10);
  if (filling.spunOn.get(player) === day) return;
  filling.spunOn.set(player, day);
  const { seedId, ...seed } = seeds.take(player);
  const segment = wheelSegment({ ...seed, segments: wheelSegments.length });
  const amount = wheelCoins(segment);
  const id = ++next.spin;
  rows.add('wheel_spin', [id, player, day, seedId, seed.nonce, segment, amount, timeText(atMs)]);
  if (amount > 0)
    rows.addTransfer(atMs, ['wheel', id, accountOf(filling, 'wheel'), 1_000 + 2 * player, amount]);
};
