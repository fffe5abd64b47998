/**
 * Voids the draw that is open or about to be drawn, for operators: every ticket is refunded, and the engine opens
 * another draw for the same slot. Advance tickets for later draws stay as they are.
 */
import type { VoidRound } from '@fairground/game-kit/server';
import type { Seal } from '@fairground/server/platform/secrets/seal';
import { refundAllTickets } from './draw-queries.ts';
import { sealContext } from './seal.ts';
import * as sql from './sql/draws.sql.ts';

interface VoidDrawDeps {
  seal: Seal;
  playersChanged: (players: readonly bigint[]) => void;
}

export const createVoidDraw =
  ({ seal, playersChanged }: VoidDrawDeps): VoidRound =>
  async (query, id) => {
    const draw = await sql.lockDrawToVoid.first(query, { drawKey: id });
    if (!draw) return undefined;
    const { tickets, coins, players } = await refundAllTickets(query, draw);
    const seed = seal.open(draw.sealed, sealContext(draw.commitment));
    await sql.voidLockedDraw.run(query, { drawId: draw.id, seed });
    return { state: draw.state, bets: tickets, coins, publish: () => playersChanged(players) };
  };
