/**
 * Adds to the public log what games and rooms have committed, and signs checkpoints. Its state is in committed rows,
 * so any process can continue where another stopped: what is in the log is found there, and never added twice.
 */
import { growTree, hashEntry } from '@fairground/fairness/log';
import { entryBytes, entryText } from '@fairground/fairness/log-entry';
import { checkpointText } from '@fairground/fairness/log-note';
import { tileHeight } from '@fairground/fairness/log-tiles';
import type { Engine, StepContext } from '../../director/director.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  findChains,
  findFiles,
  findHeads,
  findRestore,
  findRounds,
  findSeeds,
  type Draft,
  type PublishedFile,
} from './facts.ts';
import type { SigningKey } from './signing-key.ts';
import * as sql from './sql/log.sql.ts';
import { loadState, type LoggedGame, type LogState } from './state.ts';

/** How soon the log follows a game's step. */
const everyMs = 250;
/** Chains, days, seeds and files are looked for less often. */
const othersEveryMs = 1_000;
/** Between two checkpoints. A seal does not wait: a checkpoint must include it before its result can be known. */
const checkpointEveryMs = 1_000;

export const createLogEngine = ({
  database: { query },
  signingKey,
  games,
  files = [],
  published,
}: {
  database: Pick<Database, 'query'>;
  signingKey: SigningKey;
  games: readonly LoggedGame[];
  /** What this version of the site publishes. */
  files?: readonly PublishedFile[];
  /** Called after a checkpoint is committed. */
  published?: (epoch: bigint) => void;
}): Engine => {
  let state: LogState | undefined;
  /** On the database's clock. */
  let othersAtMs = 0;

  const findOthers = async (current: LogState, nowMs: number) => {
    if (nowMs >= othersAtMs && nowMs < othersAtMs + othersEveryMs) return undefined;
    othersAtMs = nowMs;
    const seeds = await findSeeds(query, current);
    const chains = await findChains(query);
    const heads = await findHeads(query);
    const published = await findFiles(query, current, files);
    return { ...seeds, drafts: [...chains, ...heads, ...seeds.drafts, ...published] };
  };

  /** False where this process no longer leads under the epoch: nothing was added then. */
  const append = async (
    current: LogState,
    drafts: readonly Draft[],
    { progress, nowMs }: { progress: ReadonlyMap<string, bigint>; nowMs: number },
  ): Promise<boolean> => {
    const tree = growTree(current.tree.nodes());
    const entryAt = new Date(Math.max(Math.floor(nowMs), current.newestAtMs));
    const tiles: { level: number; index: number; hash: Uint8Array }[] = [];
    const entries = drafts.map(({ game, source, fact }) => {
      const body = entryText({ ...fact, at: entryAt.toISOString() });
      const entryIndex = BigInt(tree.size);
      for (const { height, index, hash } of tree.push(hashEntry(entryBytes(body)))) {
        if (height > 0 && height % tileHeight === 0)
          tiles.push({ level: height / tileHeight - 1, index, hash });
      }
      return { entryIndex, entryAt, kind: fact.kind, game, source, body };
    });
    const root = isCheckpointDue(current, tree.size, drafts, nowMs) ? Buffer.from(tree.root()) : null;
    const size = tree.size;
    const moved = [...progress].filter(([game, key]) => key > (current.through.get(game) ?? 0n));
    if (entries.length === 0 && root === null && moved.length === 0) return true;
    const [done] = await sql.appendEntries.run(query, entries, {
      epoch: current.epoch,
      origin: current.origin,
      firstIndex: BigInt(current.tree.size),
      tileLevels: tiles.map(({ level }) => level),
      tileIndexes: tiles.map(({ index }) => BigInt(index)),
      tileHashes: tiles.map(({ hash }) => Buffer.from(hash)),
      progressGames: moved.map(([game]) => game),
      progressKeys: moved.map(([, key]) => key),
      size: BigInt(size),
      root,
      signature: root && signingKey.sign(Buffer.from(checkpointText({ origin: current.name, size, root }))),
    });
    if (done?.leads !== true) return false;
    if (!done.is_appended) throw new Error('the log was continued by another process');
    current.tree = tree;
    if (entries.length > 0) current.newestAtMs = entryAt.getTime();
    note(current, drafts, moved);
    if (root === null) return true;
    current.checkpoint = { size, atMs: nowMs };
    published?.(current.epoch);
    return true;
  };

  /** Undefined where this process no longer leads. */
  const step = async (current: LogState, nowMs: number): Promise<number | undefined> => {
    const drafts = await findRestore(query, current);
    const progress = new Map<string, bigint>();
    let isFull = false;
    const others = await findOthers(current, nowMs);
    for (const found of others ? [others] : []) {
      drafts.push(...found.drafts);
      for (const [game, key] of found.progress) progress.set(game, key);
    }
    for (const game of games) {
      const found = await findRounds(query, current, game);
      drafts.push(...found.drafts);
      for (const [id, key] of found.progress) progress.set(id, key);
      isFull ||= found.isFull && found.drafts.length > 0;
    }
    if (!(await append(current, drafts, { progress, nowMs }))) return undefined;
    return isFull ? 0 : everyMs;
  };

  return {
    name: 'log',
    async step({ epoch, databaseNowMs }: StepContext) {
      const current = state?.epoch === epoch ? state : await loadState({ query, signingKey, games }, epoch);
      // If the step fails, what was committed is read again.
      state = undefined;
      const delayMs = await step(current, databaseNowMs());
      if (delayMs === undefined) return everyMs;
      state = current;
      return delayMs;
    },
  };
};

const isCheckpointDue = ({ checkpoint }: LogState, size: number, drafts: readonly Draft[], nowMs: number) => {
  if (size === checkpoint.size) return false;
  const sinceMs = nowMs - checkpoint.atMs;
  // Where the clock was set back, nothing is known about the time since.
  return sinceMs >= checkpointEveryMs || sinceMs < 0 || drafts.some(({ fact }) => fact.kind === 'seal');
};

/** What was added, so that the next step does not look it up. */
const note = (state: LogState, drafts: readonly Draft[], moved: readonly (readonly [string, bigint])[]) => {
  for (const { game, source, fact } of drafts) state.logged.get(game)?.get(source)?.add(fact.kind);
  for (const [game, key] of moved) state.through.set(game, key);
  // Rounds that are over are never looked at again.
  for (const [game] of moved) state.logged.delete(game);
};
