/** The tickets of a closed draw as the leaves of its Merkle tree, read in the order of id. */
import { ticketLeaf } from '@fairground/fairness/merkle';
import { blockLeaves, blockRoot, rootOfBlocks } from '@fairground/game-kit/server/calls';
import type { Database } from '@fairground/server/platform/database/database';
import type { DrawRow, LeafRow } from './draw-queries.ts';
import { readLeaves } from './sql/draws.sql.ts';
import { decodePick } from './pick.ts';

export const leafOf = (drawId: string, { id, pick, bid, client_seed: clientSeed }: LeafRow): string =>
  ticketLeaf({ id: String(id), drawId, numbers: decodePick(pick), bid, clientSeed });

export interface DrawTree {
  root: Buffer;
  ticketCount: number;
  /** As `after_ticket` where there are no tickets. */
  lastTicket: bigint;
  blocks: { firstTicket: bigint; hash: Buffer }[];
  entropy: 'install' | 'bettors';
}

/** Reads one block after the other, so that a draw of a million tickets blocks nothing else for long. */
export const buildTree = async (
  query: Database['query'],
  draw: Pick<DrawRow, 'id' | 'draw_key' | 'after_ticket'>,
): Promise<DrawTree> => {
  const blocks: DrawTree['blocks'] = [];
  let ticketCount = 0;
  let lastTicket = draw.after_ticket;
  let entropy: DrawTree['entropy'] = 'install';
  for (;;) {
    const rows = await readLeaves.run(query, { drawId: draw.id, above: lastTicket, maxRows: blockLeaves });
    const [first] = rows;
    if (!first) break;
    blocks.push({ firstTicket: first.id, hash: blockRoot(rows.map((row) => leafOf(draw.draw_key, row))) });
    if (rows.some((row) => row.client_seed !== '')) entropy = 'bettors';
    ticketCount += rows.length;
    lastTicket = rows.at(-1)?.id ?? lastTicket;
    if (rows.length < blockLeaves) break;
  }
  return { root: rootOfBlocks(blocks.map((block) => block.hash)), ticketCount, lastTicket, blocks, entropy };
};
