/** What the leader knows of the log between two steps: where it ends, its tree, and how far each game is in it. */
import { areEqual, growTree, rootOfLog, type GrowingTree } from '@fairground/fairness/log';
import { formatOrigin } from '@fairground/fairness/log-entry';
import { checkpointText } from '@fairground/fairness/log-note';
import { edgeOf, hashesOf, nodesOfTiles, tileHeight } from '@fairground/fairness/log-tiles';
import type { LoggedRounds } from '@fairground/game-kit/server';
import type { RowOf } from '@fairground/sql';
import { hash } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import type { SigningKey } from './signing-key.ts';
import * as sql from './sql/log.sql.ts';
import { tileReader } from './tiles.ts';

type Query = Database['query'];

export const seedProgress = 'playerSeeds';

export interface LoggedGame {
  /** The wire id. */
  id: string;
  log: LoggedRounds;
}

interface LoadDeps {
  query: Query;
  signingKey: SigningKey;
  games: readonly LoggedGame[];
}

/** Begins the log, or its next origin after a restart of fairness, where that is due. */
export const loadState = async (deps: LoadDeps, epoch: bigint) => {
  const { query } = deps;
  const origin = await requireOrigin(deps, epoch);
  const progress = await sql.readProgress.run(query);
  const size = Number(origin.size);
  const checkpoint = await sql.findCheckpoint.first(query, { origin: origin.n });
  if (checkpoint) await requireRoot(query, checkpoint);
  return {
    epoch,
    origin: origin.n,
    name: origin.name,
    restartId: origin.restart_id,
    tree: await readTree(query, origin.n, size),
    /** When the newest entry was added. */
    newestAtMs: origin.newest_at?.getTime() ?? 0,
    checkpoint: { size: Number(checkpoint?.size ?? 0), atMs: checkpoint?.at.getTime() ?? 0 } satisfies {
      size: number;
      atMs: number;
    },
    /** By game: everything up to this key is in the log. */
    through: new Map(progress.map(({ game, through }) => [game, through])),
    /** By game and source of rounds after that: the kinds that are. */
    logged: new Map(),
  };
};

export type LogState = Awaited<ReturnType<typeof loadState>>;

type Origin = RowOf<typeof sql.findOrigin>;

const requireOrigin = async ({ query, signingKey }: LoadDeps, epoch: bigint): Promise<Origin> => {
  const known = await sql.findOrigin.first(query);
  if (known && known.restart_id === known.newest_restart) return known;
  const n = (known?.n ?? 0) + 1;
  if (known) await publishAll({ query, signingKey }, epoch, known);
  const name = formatOrigin(hash('sha256', signingKey.publicKey), n);
  const restartId = known ? known.newest_restart : await findNewestRestart(query);
  await sql.openOrigin.run(query, { epoch, n, name, restartId });
  const opened = await sql.findOrigin.first(query);
  if (opened?.n !== n) throw new Error(`the log's origin ${n} could not begin`);
  return opened;
};

/** What was added since the last checkpoint of an origin would be in none: its rounds end under the next origin. */
const publishAll = async (
  { query, signingKey }: Pick<LoadDeps, 'query' | 'signingKey'>,
  epoch: bigint,
  { n: origin, name, size }: Origin,
): Promise<void> => {
  const last = await sql.findCheckpoint.first(query, { origin });
  if (last) await requireRoot(query, last);
  if (size === (last?.size ?? 0n)) return;
  const root = Buffer.from((await readTree(query, origin, Number(size))).root());
  const signature = signingKey.sign(Buffer.from(checkpointText({ origin: name, size: Number(size), root })));
  await sql.appendEntries.run(query, [], {
    epoch,
    origin,
    firstIndex: size,
    size,
    root,
    signature,
    tileLevels: [],
    tileIndexes: [],
    tileHashes: [],
    progressGames: [],
    progressKeys: [],
  });
};

const findNewestRestart = async (query: Query): Promise<bigint | null> =>
  (await sql.findNewestRestart.first(query))?.id ?? null;

const readTree = async (query: Query, origin: number, size: number): Promise<GrowingTree> => {
  const tree = growTree();
  const read = tileReader(query, origin);
  for (const { level, index, width } of edgeOf(size)) {
    for (const each of hashesOf(await read(level, index, width))) tree.push(each, level * tileHeight);
  }
  return tree;
};

/** Nothing is signed that does not follow what was signed before. */
const requireRoot = async (query: Query, checkpoint: RowOf<typeof sql.findCheckpoint>): Promise<void> => {
  const size = Number(checkpoint.size);
  const root = await rootOfLog(nodesOfTiles(size, tileReader(query, checkpoint.origin)), size);
  if (!areEqual(root, checkpoint.root)) {
    throw new Error(`the log's rows are not those of its checkpoint at ${size} entries`);
  }
};
