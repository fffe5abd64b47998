/** Voids the draw that is open for bets, for operators: every stake is refunded, and the engine opens the next draw. */
import { isRowId, type VoidRound } from '@fairground/game-kit/server';
import * as sql from './sql/draws.sql.ts';

export const createVoidDraw =
  (playersChanged: (players: readonly bigint[]) => void): VoidRound =>
  async (query, id) => {
    if (!isRowId(id)) return undefined;
    const drawId = BigInt(id);
    const draw = await sql.lockDrawToVoid.first(query, { drawId });
    const ended = draw && (await sql.voidLockedDraw.first(query, { drawId }));
    if (!ended) return undefined;
    const { bets, coins, players } = ended;
    return { state: draw.state, bets, coins, publish: () => playersChanged(players) };
  };
