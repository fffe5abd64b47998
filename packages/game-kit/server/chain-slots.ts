/**
 * Rounds that take their seeds from a hash chain, one link each: the link that comes next, and the secret
 * seed of a link, checked against the commitment that was published for it.
 */
import { hash } from 'node:crypto';
import {
  ensureChains,
  findCurrentChain,
  seedOfLink,
  type SeedChainDeps,
} from '@fairground/server/fairness/chains/seed-chain';

/** A link and the commitment to its seed. */
export interface ChainLink {
  chainId: bigint;
  link: number;
  commitment: Buffer;
}

export interface ChainSlots {
  /** Creates the first chain, or a successor when the newest runs low. Safe to call from several processes. */
  ensure(): Promise<void>;
  /** The link that the next round will use; nothing is claimed yet. */
  next(): Promise<ChainLink>;
  /**
   * The secret seed of a link. Throws where it is not the one that was committed to. A transaction passes its own
   * query, so that it waits for no second connection.
   */
  openSeed(link: ChainLink, within?: SeedChainDeps['database']['query']): Promise<Buffer>;
}

export const createChainSlots = (chains: SeedChainDeps): ChainSlots => {
  const { query } = chains.database;
  const commitmentTo = (seed: Buffer): Buffer => hash('sha256', seed, 'buffer');
  return {
    ensure: () => ensureChains(chains),
    async next() {
      let chain = await findCurrentChain(query, chains.game);
      if (!chain) {
        await ensureChains(chains);
        chain = await findCurrentChain(query, chains.game);
      }
      if (!chain) throw new Error('there is no seed chain to draw from');
      const seed = await seedOfLink(chains, chain.id, chain.next_link);
      return { chainId: chain.id, link: chain.next_link, commitment: commitmentTo(seed) };
    },
    async openSeed({ chainId, link, commitment }, within = query) {
      const seed = await seedOfLink({ database: { query: within }, seal: chains.seal }, chainId, link);
      if (!commitmentTo(seed).equals(commitment)) {
        throw new Error(`the seed of link ${link} of chain ${chainId} is not the one that was promised`);
      }
      return seed;
    },
  };
};

/** The dependencies of a game's seed chain, from those of the game. */
export const chainDepsOf = (
  deps: Pick<SeedChainDeps, 'database' | 'entropy' | 'seal'> & { chainLinks?: number | undefined },
  game: string,
): SeedChainDeps => ({
  database: deps.database,
  entropy: deps.entropy,
  seal: deps.seal,
  game,
  ...(deps.chainLinks === undefined ? {} : { links: deps.chainLinks }),
});
