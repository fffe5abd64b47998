/**
 * The hash chains from which the seeds of rounds are taken. Every 1,024th link is stored, sealed; a link is computed
 * from the next stored one, so a start never computes a chain again. A successor is published well
 * before a chain runs out.
 */
import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RowOf } from '@fairground/sql';
import { operatorLimits, type Database } from '../../platform/database/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import type { Seal, SealedRows } from '../../platform/secrets/seal.ts';
import * as sql from './sql/chains.sql.ts';

export const checkpointEvery = 1_024;
export const chainLinks = 1_048_576;
/** A successor is made when fewer links than this are left. */
const successorBelow = 65_536;

type Query = Database['query'];

export type Chain = RowOf<typeof sql.readOpenChains>;

export interface SeedChainDeps {
  database: Database;
  entropy: Entropy;
  seal: Seal;
  game: string;
  links?: number;
  /** Makes a successor whatever is left. */
  force?: boolean;
}

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');
const contextOf = (chainId: bigint, link: number): string => `chain|${chainId}|${link}`;

/** Sealed rows; their `context` is `contextOf` in SQL. */
export const chainSealedRows: SealedRows = {
  table: 'fairness_checkpoint',
  context: `'chain|' || chain_id || '|' || link`,
};

const openChains = (query: Query, game: string): Promise<Chain[]> => sql.readOpenChains.run(query, { game });

/** Makes the first chain, or a successor when the newest runs low. Safe to call from several processes. */
export const ensureChains = async (deps: SeedChainDeps): Promise<void> => {
  const { database, game, links = chainLinks, force = false } = deps;
  const left = (chains: Chain[]) => chains.reduce((sum, chain) => sum + chain.links - chain.next_link + 1, 0);
  const enough = Math.min(successorBelow, Math.floor(links / 2));
  if (!force && left(await openChains(database.query, game)) > enough) return;
  const made = await makeChain(deps.entropy, links);
  await database.transaction(async (query) => {
    // To seal a thousand seeds takes milliseconds, and seconds on a slow or busy machine. A start that were ended there
    // would compute all of it anew, and be ended again.
    const withinMs = operatorLimits.continueWithinMs;
    await query({ text: `SET LOCAL idle_in_transaction_session_timeout = ${withinMs}`, values: [] });
    await sql.lockChains.run(query, { game });
    if (!force && left(await openChains(query, game)) > enough) return;
    await insertChain(query, { ...deps, made });
  });
};

/** Publishes a chain: its terminal hash and salt are committed before any link of it is used. Returns its id. */
export const insertChain = async (
  query: Query,
  { game, made, seal, entropy }: Pick<SeedChainDeps, 'game' | 'seal' | 'entropy'> & { made: MadeChain },
): Promise<bigint> => {
  const row = await sql.insertChain.first(query, {
    game,
    terminalHash: made.terminalHash,
    salt: entropy.randomBytes(32),
    links: made.links,
  });
  if (!row) throw new Error('an insert returned no row');
  await sql.insertCheckpoints.run(query, {
    chainId: row.id,
    checkpointLinks: made.checkpoints.map(({ link }) => link),
    sealed: made.checkpoints.map(({ link, seed }) => seal.close(seed, contextOf(row.id, link))),
  });
  return row.id;
};

/** A million hashes take a second: yields in between, so that other transactions do not time out. */
export const makeChain = async (entropy: Entropy, links: number) => {
  let seed: Buffer = entropy.randomBytes(32);
  const checkpoints = [{ link: links, seed }];
  for (let link = links - 1; link >= 0; link--) {
    seed = sha256(seed);
    if (link > 0 && link % checkpointEvery === 0) {
      checkpoints.push({ link, seed });
      await nextTurn();
    }
  }
  return { links, terminalHash: seed, checkpoints };
};

export type MadeChain = Awaited<ReturnType<typeof makeChain>>;

/** The chain that provides the next link. */
export const findCurrentChain = async (query: Query, game: string): Promise<Chain | undefined> =>
  (await openChains(query, game))[0];

/** The secret seed of a link, computed from the next stored one: at most 1,023 hashes. */
export const seedOfLink = async (
  { database, seal }: { database: Pick<Database, 'query'>; seal: Seal },
  chainId: bigint,
  link: number,
): Promise<Buffer> => {
  const row = await sql.findCheckpoint.first(database.query, { chainId, link });
  if (!row) throw new Error(`chain ${chainId} has no link ${link}`);
  let seed = seal.open(row.sealed, contextOf(chainId, row.link));
  for (let at = row.link; at > link; at--) seed = sha256(seed);
  return seed;
};
