/** Ends the draw that is open for bets, for a restart of fairness: every stake goes back. */
import type { OpenPlay, VoidedPlay } from '@fairground/game-kit/server';
import { voidDraw } from './draw-queries.ts';
import { findOpenDraw } from './sql/draws.sql.ts';

export const voidOpenDraw = async ({ query, epoch }: OpenPlay): Promise<VoidedPlay> => {
  const draw = await findOpenDraw.first(query);
  const ended = draw && (await voidDraw(query, { epoch, drawId: draw.id, reason: 'restore', isEarly: true }));
  return { game: 'doubleTrouble', refunded: ended?.players.length ?? 0 };
};
