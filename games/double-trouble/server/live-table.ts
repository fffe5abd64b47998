/**
 * The live table: how the stakes of a draw lie. Each process counts the bets it committed; nothing of them leaves the
 * process before the draw's bets are closed.
 */
import { createRoundParts } from '@fairground/game-kit/server';
import type { LivePush } from '@fairground/game-kit/shared';
import { countDistinct, distinctOf, distinctSchema } from '@fairground/server/platform/distinct';
import type { Tally } from '@fairground/server/platform/messaging/tally';
import * as z from 'zod/mini';
import type { DrawType } from '../rules.ts';
import type { DoubleTroubleTable, tableMessages } from '../table-contract.ts';
import type { NextDraw } from './bus-events.ts';

export type DoubleTroubleTablePush = LivePush<typeof tableMessages>;

const tablePartSchema = z.object({
  drawId: z.string(),
  players: distinctSchema,
  /** The players that are bots. */
  bots: distinctSchema,
  sides: z.object({ Under: z.number(), Exact: z.number(), Over: z.number() }),
  numbers: z.array(z.number()),
});

type TablePart = z.infer<typeof tablePartSchema>;

export interface TableStake {
  playerId: bigint;
  drawType: DrawType;
  number: number | null;
  stakeCoins: number;
}

interface Stakes {
  players: Set<string>;
  sides: TablePart['sides'];
  numbers: number[];
}

/** The draw that is shown, the one that is drawn, and the open one. */
const maxDraws = 4;
/**
 * This process knows the database's clock to some milliseconds; nobody may see stakes while a bet is still accepted.
 */
const afterCloseMs = 100;

export const createLiveTable = (deps: {
  tally: Tally;
  databaseNowMs: () => number;
  /** The draw that comes next, open for bets or closed. */
  nextDraw: () => NextDraw | undefined;
  /** Players that are bots. */
  isBot: (playerId: string) => boolean;
  publish: (push: DoubleTroubleTablePush) => void;
  max: number;
}) => {
  const { tally, databaseNowMs, nextDraw, isBot, publish, max } = deps;
  const draws = new Map<bigint, Stakes>();
  let shownId: string | undefined;
  let table: DoubleTroubleTable | undefined;
  const partsOf = createRoundParts<TablePart>((part) => part.drawId);

  const noStakes = (): Stakes => ({
    players: new Set(),
    sides: { Under: 0, Exact: 0, Over: 0 },
    numbers: Array.from({ length: max }, () => 0),
  });

  const stakesOf = (drawId: bigint): Stakes => {
    let stakes = draws.get(drawId);
    if (stakes === undefined) {
      stakes = noStakes();
      draws.set(drawId, stakes);
      for (const id of draws.keys()) if (draws.size > maxDraws) draws.delete(id);
    }
    return stakes;
  };

  tally.add({
    name: 'doubleTrouble',
    schema: tablePartSchema,
    collect() {
      const next = nextDraw();
      if (next !== undefined && databaseNowMs() >= next.closesAtMs + afterCloseMs) shownId = next.drawId;
      const stakes = shownId === undefined ? undefined : draws.get(BigInt(shownId));
      if (shownId === undefined || stakes === undefined) return undefined;
      const { players, sides, numbers } = stakes;
      const bots = new Set([...players].filter(isBot));
      return { drawId: shownId, players: distinctOf(players), bots: distinctOf(bots), sides, numbers };
    },
    merge(parts) {
      if (shownId === undefined) return;
      const drawId = shownId;
      const next = toTable(drawId, partsOf(drawId, parts), max);
      if (JSON.stringify(next) === JSON.stringify(table)) return;
      table = next;
      publish(pushOf(next));
    },
  });

  return {
    placed(drawId: bigint, { playerId, drawType, number, stakeCoins }: TableStake) {
      const stakes = stakesOf(drawId);
      stakes.players.add(String(playerId));
      if (drawType !== 'Number') stakes.sides[drawType] += stakeCoins;
      else if (number !== null) stakes.numbers[number - 1] = (stakes.numbers[number - 1] ?? 0) + stakeCoins;
    },
    /** The message that sends the current state to a new connection. */
    state: (): DoubleTroubleTablePush[] => (table === undefined ? [] : [pushOf(table)]),
  };
};

export type LiveTable = ReturnType<typeof createLiveTable>;

const pushOf = (data: DoubleTroubleTable): DoubleTroubleTablePush => ({
  type: 'doubleTroubleTable_response',
  payload: { success: true, data },
});

const toTable = (drawId: string, parts: readonly TablePart[], max: number): DoubleTroubleTable => {
  const total = (valueOf: (part: TablePart) => number): number =>
    parts.reduce((sum, part) => sum + valueOf(part), 0);
  const sides = {
    Under: total((part) => part.sides.Under),
    Exact: total((part) => part.sides.Exact),
    Over: total((part) => part.sides.Over),
  };
  const numbers = Array.from({ length: max }, (_, at) => total((part) => part.numbers[at] ?? 0));
  const bots = countDistinct(parts.map((part) => part.bots));
  return {
    drawId,
    players: countDistinct(parts.map((part) => part.players)),
    ...(bots === 0 ? {} : { bots }),
    staked: sides.Under + sides.Exact + sides.Over + numbers.reduce((sum, coins) => sum + coins, 0),
    sides,
    numbers,
  };
};
