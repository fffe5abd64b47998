/** Double Trouble's live table over the wire: how the stakes of a draw lie, once its bets are closed. */
import * as z from 'zod/mini';
import { coins, id } from '@fairground/contract/primitives';
import type { LiveMessages } from '@fairground/game-kit/shared';

/** Apart from the draws' own topic. */
export const tableTopic = 'doubleTroubleTable';

/** doubleTroubleTable_response: once a draw's bets are closed, and never before; to a new connection, the last one. */
export const doubleTroubleTableData = z.object({
  drawId: id,
  players: z.number(),
  /** How many of them are bots; absent is none. */
  bots: z.optional(z.number()),
  /** All stakes together. */
  staked: coins,
  sides: z.object({ Under: coins, Exact: coins, Over: coins }),
  /** The stakes on single numbers, from 1 to max. */
  numbers: z.array(coins),
});

export type DoubleTroubleTable = z.infer<typeof doubleTroubleTableData>;

export const tableMessages = { doubleTroubleTable_response: doubleTroubleTableData } satisfies LiveMessages;
