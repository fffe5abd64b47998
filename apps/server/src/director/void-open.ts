/** How a game ends what is open in it, for a restart of fairness. */
import type { Database } from '../platform/postgres/database.ts';
import type { Seal } from '../platform/seal.ts';

/** What a game is given to end what is open in it. */
export interface OpenPlay {
  query: Database['query'];
  seal: Seal;
  /** The secret seed of a chain's link. */
  seedOfLink: (chainId: bigint, link: number) => Promise<Buffer>;
  /** Of the lease; that of any director is behind it. */
  epoch: bigint;
}

export interface VoidedPlay {
  /** The wire id. */
  game: string;
  /** Players, games or tickets whose stakes went back. */
  refunded: number;
}

export type VoidOpen = (open: OpenPlay) => Promise<VoidedPlay>;
