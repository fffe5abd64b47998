/** Ends the draw that is open for bets, for a restart of fairness: every stake goes back. */
import type { OpenPlay, VoidedPlay } from '@fairground/game-kit/server';
import { findOpenDraw, voidDraw } from './draw-queries.ts';

export const voidOpenDraw = async ({ query, epoch }: OpenPlay): Promise<VoidedPlay> => {
  const draw = await findOpenDraw(query);
  const ended = draw && (await voidDraw(query, { epoch, drawId: draw.id, reason: 'restore', isEarly: true }));
  return { game: 'doubleTrouble', refunded: ended?.players.length ?? 0 };
};
