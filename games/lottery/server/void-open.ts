/**
 * Ends the draw that is open or about to be drawn, for a restart of fairness. Its seed may have been published after
 * the backup, and a player who knows it could buy tickets until the root suits them; a new seed under the
 * tickets already sold would be one that the site chose knowing them. So all of its tickets go back, and
 * the same slot is sold again.
 */
import type { OpenPlay, VoidedPlay } from '@fairground/game-kit/server';
import { refundAllTickets, voidDraw } from './draw-queries.ts';
import { findPendingDraw } from './sql/draws.sql.ts';
import { sealContext } from './seal.ts';

export const voidPendingDraw = async ({ query, seal, epoch }: OpenPlay): Promise<VoidedPlay> => {
  const draw = await findPendingDraw.first(query);
  if (!draw) return { game: 'lottery', refunded: 0 };
  const { tickets } = await refundAllTickets(query, draw);
  const seed = seal.open(draw.sealed, sealContext(draw.commitment));
  await voidDraw(query, { epoch, drawId: draw.id, seed, reason: 'restore' });
  return { game: 'lottery', refunded: tickets };
};
