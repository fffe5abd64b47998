/**
 * The live table: how the stakes of a draw lie. Each process reads them once, when it learns that the bets are sealed:
 * nobody sees a stake while bets are accepted, and afterwards none is added.
 */
import type { LivePush } from '@fairground/game-kit/shared';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { RowOf } from '@fairground/sql';
import type { DoubleTroubleTable, tableMessages } from '../table-contract.ts';
import type { NextDraw } from './bus-events.ts';
import type { readTable } from './sql/table.sql.ts';

export type DoubleTroubleTablePush = LivePush<typeof tableMessages>;

type Stakes = RowOf<typeof readTable>;

export const createLiveTable = (deps: {
  readStakes: (draw: { drawId: bigint }) => Promise<Stakes | undefined>;
  /** The draw that comes next, open for bets or closed. */
  nextDraw: () => NextDraw | undefined;
  /** Players that are bots. */
  isBot: (playerId: string) => boolean;
  publish: (push: DoubleTroubleTablePush) => void;
  max: number;
  log: { warn(fields: object, text: string): void };
}) => {
  const { readStakes, nextDraw, isBot, publish, max, log } = deps;
  let table: DoubleTroubleTable | undefined;
  /** The draw that was read last, or is being read. */
  let readId: string | undefined;

  const read = async (drawId: string): Promise<void> => {
    readId = drawId;
    try {
      const stakes = await readStakes({ drawId: BigInt(drawId) });
      if (stakes === undefined || readId !== drawId) return;
      table = toTable(drawId, stakes, { isBot, max });
      publish(pushOf(table));
    } catch (error) {
      log.warn({ err: error, drawId }, 'the stakes of a draw could not be read');
      if (readId === drawId) readId = undefined;
    }
  };

  return {
    /** Called when the draw that comes next may have been sealed. */
    async follow() {
      const next = nextDraw();
      if (next?.seal && next.drawId !== readId) await read(next.drawId);
    },
    /** The message that sends the current state to a new connection. */
    state: (): DoubleTroubleTablePush[] => (table === undefined ? [] : [pushOf(table)]),
  };
};

const pushOf = (data: DoubleTroubleTable): DoubleTroubleTablePush => ({
  type: 'doubleTroubleTable_response',
  payload: { success: true, data },
});

const toTable = (
  drawId: string,
  { players, under, exact, over, ...stakes }: Stakes,
  { isBot, max }: { isBot: (playerId: string) => boolean; max: number },
): DoubleTroubleTable => {
  const bots = players.filter((id) => isBot(String(id))).length;
  const sides = { Under: toWireCoins(under), Exact: toWireCoins(exact), Over: toWireCoins(over) };
  const onNumbers = new Map(stakes.numbers as [number, number][]);
  const numbers = Array.from({ length: max }, (_, at) => onNumbers.get(at + 1) ?? 0);
  return {
    drawId,
    players: players.length,
    ...(bots === 0 ? {} : { bots }),
    staked: [sides.Under, sides.Exact, sides.Over, ...numbers].reduce((sum, coins) => sum + coins, 0),
    sides,
    numbers,
  };
};
