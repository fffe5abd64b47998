/** How a game voids its open rounds and bets when fairness is restarted. */
import type { Database } from '../platform/database/database.ts';
import type { Seal } from '../platform/secrets/seal.ts';

/** The dependencies of a game's function that voids what is open. */
export interface OpenPlay {
  query: Database['query'];
  seal: Seal;
  /** The secret seed of a chain's link. */
  seedOfLink: (chainId: bigint, link: number) => Promise<Buffer>;
  /** The epoch of the lease; that of any director is older. */
  epoch: bigint;
}

export interface VoidedPlay {
  /** The wire id. */
  game: string;
  /** Players, games or tickets with refunded stakes. */
  refunded: number;
}

export type VoidOpen = (open: OpenPlay) => Promise<VoidedPlay>;
