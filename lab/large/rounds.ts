/** Rounds of the games whose bets are sealed, drawn by the games' own rules from the bets that were made before. */
import { createHash, randomBytes } from 'node:crypto';
import { crashHundredths } from '../../games/aviator/draw.ts';
import { aviatorRules, flightMsForCrash, flightMsTo, payoutCoins } from '../../games/aviator/rules.ts';
import { betLeaf as aviatorLeaf } from '../../games/aviator/server/wire.ts';
import { draw30Number } from '../../games/double-trouble/draw.ts';
import {
  payoutHundredths,
  payoutCoins as doublePayout,
  wins,
  type DrawType,
} from '../../games/double-trouble/rules.ts';
import { betLeaf as doubleLeaf } from '../../games/double-trouble/server/wire.ts';
import { lottoNumbers } from '../../games/lottery/draw.ts';
import { resultOf, ticketPayoutCoins } from '../../games/lottery/rules.ts';
import { leafOf } from '../../games/lottery/server/leaves.ts';
import { encodePick } from '../../games/lottery/server/pick.ts';
import { sealContext } from '../../games/lottery/server/seal.ts';
import {
  blockLeaves,
  blockRoot,
  rootOfBlocks,
  sealBets,
  type SealedBet,
} from '../../packages/game-kit/server/calls.ts';
import type { Seal } from '../../apps/server/src/platform/secrets/seal.ts';
import { choosePlayer, type Chance } from './draws.ts';
import { cells, timeText, type Rows } from './tables.ts';

/** What the slices have in common, and what they continue: the numbers that the next rows get. */
export interface Filling {
  rows: Rows;
  chance: Chance;
  players: number;
  seal: Seal;
  aviator: ChainedGame;
  doubleTrouble: ChainedGame;
  lottery: { account: number; draws: number; ticket: bigint };
}

export interface ChainedGame {
  account: number;
  chainId: bigint;
  /** The seed of each link, 32 bytes each; that of link 0 is public from the start. */
  seeds: Buffer;
  rounds: number;
  bets: number;
}

export interface Span {
  fromMs: number;
  untilMs: number;
}

const epoch = 0;
const seedAt = (seeds: Buffer, link: number): Buffer => seeds.subarray(32 * link, 32 * link + 32);

/** Stakes come from coins alone, since whoever signs up gets more of them here than they ever stake. */
export const addStake = (
  { rows }: Pick<Filling, 'rows'>,
  game: { prefix: string; account: number },
  bet: { id: number | bigint; player: number; amount: number; atMs: number; won: number; endedMs: number },
): void => {
  const coins = 1_000 + 2 * bet.player;
  rows.addTransfer(bet.atMs, [`${game.prefix}_stake_coins`, bet.id, coins, game.account, bet.amount]);
  if (bet.won > 0)
    rows.addTransfer(bet.endedMs, [`${game.prefix}_payout`, bet.id, game.account, coins + 1, bet.won]);
};

/** Places in a round: a player may have two bets in one of Aviator. */
const takeSlot = (slots: Map<number, number>, player: number): number | undefined => {
  const taken = slots.get(player) ?? 0;
  if (taken === 2) return undefined;
  slots.set(player, taken + 1);
  return taken + 1;
};

const countdownMs = 10_000;
const { rtpBp } = aviatorRules;

/** Returns when the round is over. */
export const addAviatorRound = (filling: Filling, atMs: number, bets: number): number => {
  const { rows, chance, players, aviator: game } = filling;
  const link = ++game.rounds;
  const startsMs = atMs + countdownMs;
  const slots = new Map<number, number>();
  const placed = Array.from({ length: bets }, (_, place) => {
    let [player, slot] = [0, undefined as number | undefined];
    while (slot === undefined) {
      player = choosePlayer(chance, players);
      slot = takeSlot(slots, player);
    }
    return {
      id: ++game.bets,
      player,
      slot,
      amount: chance.skewed(10, 10, 100),
      target: chance.skewed(101, 1, 600),
      isAuto: chance.next() < 0.5,
      clientSeed: chance.clientSeed(),
      atMs: atMs + 50 + Math.floor(((countdownMs - 200) * place) / bets),
    };
  });
  const seal = sealBets(
    placed.map((bet): SealedBet => {
      const leaf = aviatorLeaf(BigInt(link), {
        id: BigInt(bet.id),
        slot: bet.slot,
        amount: bet.amount,
        auto_hundredths: bet.isAuto ? bet.target : null,
        client_seed: bet.clientSeed,
      });
      return { id: BigInt(bet.id), clientSeed: bet.clientSeed, leaf };
    }),
  );
  const { betsRoot, betCount, entropy } = seal;
  const seed = seedAt(game.seeds, link);
  const crash = crashHundredths({ seed, round: link, rtpBp, betsRoot });
  const takeOffMs = startsMs + 20;
  const crashMs = takeOffMs + flightMsForCrash(crash);
  const finishedMs = crashMs + 1_000;
  rows.add(
    'aviator_round',
    cells`
    ${link} ${4 * link} ${game.chainId} ${link} ${'finished'} ${seedAt(game.seeds, link - 1)} ${seed}
    ${rtpBp} ${crash} ${timeText(atMs)} ${timeText(takeOffMs)} ${timeText(crashMs)}
    ${timeText(finishedMs)} ${epoch} ${timeText(startsMs)} ${betsRoot} ${betCount} ${entropy}
    ${timeText(startsMs + 5)}`,
  );
  for (const bet of placed) {
    const isWin = bet.target <= crash;
    const pressMs = flightMsTo(bet.target);
    const won = isWin ? payoutCoins(bet.amount, bet.target) : 0;
    const endedMs = isWin ? takeOffMs + pressMs : finishedMs;
    rows.add(
      'aviator_bet',
      cells`
      ${bet.id} ${link} ${bet.player} ${bet.amount} ${0} ${bet.isAuto ? bet.target : null}
      ${isWin ? 'win' : 'loss'} ${isWin ? bet.target : null} ${won} ${timeText(bet.atMs)}
      ${timeText(endedMs)} ${bet.slot} ${isWin && !bet.isAuto ? pressMs : null} ${bet.clientSeed}
      ${chance.key()} ${chance.key()}`,
    );
    addStake(filling, { prefix: 'aviator', account: game.account }, { ...bet, won, endedMs });
  }
  return finishedMs;
};

const max = 30;
const drawTypes: readonly DrawType[] = ['Under', 'Over', 'Number', 'Exact'];

/** The draw is held at `drawsMs`, which is its id. */
export const addDoubleTroubleDraw = (filling: Filling, { fromMs, untilMs }: Span, bets: number): void => {
  const { rows, chance, players, doubleTrouble: game } = filling;
  const link = ++game.rounds;
  const closesMs = untilMs - 1_000;
  const placed = Array.from({ length: bets }, (_, place) => {
    const drawType = chance.pick(drawTypes);
    return {
      id: ++game.bets,
      player: choosePlayer(chance, players),
      drawType,
      number: drawType === 'Number' ? 1 + chance.below(max) : null,
      amount: chance.skewed(10, 10, 100),
      clientSeed: chance.clientSeed(),
      atMs: fromMs + 20 + Math.floor(((closesMs - fromMs - 100) * place) / bets),
    };
  });
  const { betsRoot, betCount, entropy } = sealBets(
    placed.map((bet): SealedBet => {
      const { id, drawType, clientSeed, number, amount } = bet;
      const row = { id: BigInt(id), draw_type: drawType, number, amount, client_seed: clientSeed };
      return { id: BigInt(id), clientSeed, leaf: doubleLeaf(BigInt(untilMs), row) };
    }),
  );
  const seed = seedAt(game.seeds, link);
  const drawn = draw30Number({ seed, round: link, max, betsRoot });
  const drawnMs = untilMs + 3;
  rows.add(
    'double_trouble_draw',
    cells`
    ${untilMs} ${2 * link} ${game.chainId} ${link} ${'finished'} ${max} ${30_000}
    ${seedAt(game.seeds, link - 1)} ${seed} ${drawn} ${timeText(fromMs + 4)} ${timeText(closesMs)}
    ${timeText(untilMs)} ${timeText(drawnMs)} ${epoch} ${betsRoot} ${betCount} ${entropy}
    ${timeText(closesMs + 5)}`,
  );
  for (const bet of placed) {
    const hundredths = payoutHundredths(bet.drawType, max);
    const isWin = wins(bet, drawn, max);
    const won = isWin ? doublePayout(bet.amount, hundredths) : 0;
    rows.add(
      'double_trouble_bet',
      cells`
      ${bet.id} ${untilMs} ${bet.player} ${bet.drawType} ${bet.number} ${bet.amount} ${0}
      ${hundredths} ${isWin ? 'win' : 'loss'} ${won} ${timeText(bet.atMs)} ${timeText(drawnMs + 50)}
      ${bet.clientSeed} ${chance.key()} ${chance.key()}`,
    );
    const ended = { won, endedMs: drawnMs + 50 };
    addStake(filling, { prefix: 'double_trouble', account: game.account }, { ...bet, ...ended });
  }
};

/** Sold from the first moment of the span to a minute before its end, when the draw is held. */
export const addLotteryDraw = (filling: Filling, { fromMs, untilMs }: Span, tickets: number): void => {
  const { rows, chance, players, lottery: game } = filling;
  const drawId = ++game.draws;
  const closesMs = untilMs - 60_000;
  const after = game.ticket;
  const key = timeText(untilMs).slice(0, 10);
  const placed = Array.from({ length: tickets }, (_, place) => {
    const numbers = new Set<number>();
    while (numbers.size < 6) numbers.add(1 + chance.below(49));
    return {
      id: ++game.ticket,
      player: choosePlayer(chance, players),
      pick: encodePick([...numbers]),
      numbers: [...numbers],
      amount: chance.skewed(10, 10, 50),
      clientSeed: chance.clientSeed(),
      atMs: fromMs + 1_000 + Math.floor(((closesMs - fromMs - 2_000) * place) / tickets),
    };
  });
  const leaves = placed.map(({ id, pick, amount, clientSeed }) =>
    leafOf(key, { id, pick, bid: amount, client_seed: clientSeed }),
  );
  const blocks: Buffer[] = [];
  for (let first = 0; first < leaves.length; first += blockLeaves) {
    const hash = blockRoot(leaves.slice(first, first + blockLeaves));
    rows.add('lottery_block', [drawId, blocks.length, after + BigInt(first) + 1n, hash]);
    blocks.push(hash);
  }
  const root = rootOfBlocks(blocks);
  const seed = randomBytes(32);
  const commitment = createHash('sha256').update(seed).digest();
  const drawn = lottoNumbers({ date: key, seed, betsRoot: root });
  rows.add(
    'lottery_draw',
    cells`
    ${drawId} ${2 * drawId} ${key} ${key} ${1} ${'finished'}
    ${filling.seal.close(seed, sealContext(commitment))} ${commitment} ${timeText(fromMs)}
    ${timeText(closesMs)} ${timeText(untilMs)} ${after} ${game.ticket} ${timeText(closesMs)}
    ${tickets} ${root} ${seed} ${encodePick(drawn)} ${timeText(untilMs + 5)} ${game.ticket}
    ${timeText(untilMs + 10_000)} ${epoch}
    ${placed.some(({ clientSeed }) => clientSeed !== '') ? 'bettors' : 'install'}`,
  );
  for (const ticket of placed) {
    const { id, player, pick, amount, clientSeed, atMs } = ticket;
    rows.add(
      'lottery_ticket',
      cells`
      ${id} ${drawId} ${player} ${pick} ${amount} ${timeText(atMs)} ${clientSeed} ${chance.key()}
      ${chance.key()}`,
    );
    const matches = ticket.numbers.filter((number) => drawn.includes(number)).length;
    const won = ticketPayoutCoins(amount, matches);
    if (resultOf(matches) === 'megaPot') console.error(`ticket ${id} has all six numbers`);
    addStake(
      filling,
      { prefix: 'lottery', account: game.account },
      { ...ticket, won, endedMs: untilMs + 2_000 },
    );
  }
};
