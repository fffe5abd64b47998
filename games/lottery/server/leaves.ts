/** The tickets of a closed draw as the leaves of its Merkle tree, read in the order of id. */
import { ticketLeaf } from '@fairground/fairness/merkle';
import { blockLeaves, blockRoot, rootOfBlocks } from '@fairground/game-kit/server';
import type { Database } from '@fairground/server/platform/database/database';
import { readLeaves, type LeafRow } from './draw-queries.ts';
import { decodePick } from './pick.ts';

export const leafOf = (drawKey: string, { id, pick, bid }: LeafRow): string =>
  ticketLeaf({ id: String(id), drawId: drawKey, numbers: decodePick(pick), bid });

export interface DrawTree {
  root: Buffer;
  ticketCount: number;
  /** As `after` where there are no tickets. */
  lastTicket: bigint;
  blocks: { firstTicket: bigint; hash: Buffer }[];
}

/** Reads one block after the other, so that a draw of a million tickets blocks nothing else for long. */
export const buildTree = async (
  query: Database['query'],
  draw: { id: bigint; drawKey: string; after: bigint },
): Promise<DrawTree> => {
  const blocks: DrawTree['blocks'] = [];
  let ticketCount = 0;
  let lastTicket = draw.after;
  for (;;) {
    const rows = await readLeaves(query, { drawId: draw.id, above: lastTicket, limit: blockLeaves });
    const [first] = rows;
    if (!first) break;
    blocks.push({ firstTicket: first.id, hash: blockRoot(rows.map((row) => leafOf(draw.drawKey, row))) });
    ticketCount += rows.length;
    lastTicket = rows.at(-1)?.id ?? lastTicket;
    if (rows.length < blockLeaves) break;
  }
  return { root: rootOfBlocks(blocks.map((block) => block.hash)), ticketCount, lastTicket, blocks };
};
