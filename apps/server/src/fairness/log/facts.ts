/** What is not in the log yet, read from committed rows. Nothing is written here. */
import { growTree, hashEntry } from '@fairground/fairness/log';
import type { LogFact } from '@fairground/fairness/log-entry';
import type { LoggedRound } from '@fairground/game-kit/server';
import type { Database } from '../../platform/database/database.ts';
import { toWireGame } from '../chains/service.ts';
import { publishedNote } from './checkpoint.ts';
import { factOf, isOver, kindsOf, needsSums, type RoundKind } from './round-entries.ts';
import * as sql from './sql/log.sql.ts';
import { seedProgress, type LoggedGame, type LogState } from './state.ts';

type Query = Database['query'];

export interface Draft {
  /** The game whose round it is about; empty where it is about none. */
  game: string;
  source: string;
  fact: LogFact;
}

export interface PublishedFile {
  /** Its path below the site's address. */
  name: string;
  sha256: string;
}

export interface Found {
  drafts: Draft[];
  /** How far games are in the log once these are. */
  progress: Map<string, bigint>;
  /** There may be more that is due. */
  isFull: boolean;
}

const maxRows = 100;
/** After so long no open transaction can add a seed of the day before. */
const settledMs = 600_000;
const seedsPerPage = 10_000;

export const findRestore = async (query: Query, state: LogState): Promise<Draft[]> => {
  if (state.origin === 1 || state.tree.size > 0 || state.restartId === null) return [];
  const restart = await sql.findRestart.first(query, { id: state.restartId });
  const previous = await sql.findPreviousOrigin.first(query, { origin: state.origin });
  if (!restart || !previous) throw new Error('the log does not know what its origin follows');
  const checkpoint = await publishedNote(query, previous.n);
  return [
    {
      game: '',
      source: String(restart.id),
      fact: {
        kind: 'restore',
        previous: { checkpoint: checkpoint?.note ?? null, origin: previous.name },
        reason: restart.reason,
      },
    },
  ];
};

export const findChains = async (query: Query): Promise<Draft[]> =>
  (await sql.findNewChains.run(query, { maxRows })).map((row) => ({
    game: '',
    source: String(row.id),
    fact: {
      kind: 'chain',
      chain: String(row.id),
      game: toWireGame(row.game),
      links: row.links,
      salt: row.salt.toString('hex'),
      saltSource: row.salt_source,
      terminalHash: row.terminal_hash.toString('hex'),
    },
  }));

export const findHeads = async (query: Query): Promise<Draft[]> =>
  (await sql.findNewHeads.run(query, { maxRows })).map(({ day, transfers, hash }) => ({
    game: '',
    source: day,
    fact: { kind: 'ledgerHead', day, hash: hash.toString('hex'), transfers: Number(transfers) },
  }));

/** Every origin has the files that are published while it is the newest one. */
export const findFiles = async (
  query: Query,
  { origin }: LogState,
  files: readonly PublishedFile[],
): Promise<Draft[]> =>
  (await sql.findNewFiles.run(query, files, { origin, maxRows })).map(({ name, sha256 }) => ({
    game: '',
    source: `${origin} ${name} ${sha256}`,
    fact: { kind: 'file', name, sha256 },
  }));

/** The root over the commitments of all seeds up to the last one of a day, in the order of their ids. */
export const findSeeds = async (query: Query, state: LogState): Promise<Found> => {
  const found: Found = { drafts: [], progress: new Map(), isFull: false };
  const due = await sql.findDueSeedDay.first(query, { settledMs });
  if (!due) return found;
  const before = state.through.get(seedProgress) ?? 0n;
  const last = await sql.findLastSeed.first(query, { after: before, before: due.ends_at });
  const through = last && last.id > before ? last.id : before;
  const tree = growTree();
  for (let after = before; after < through;) {
    const rows = await sql.readCommitments.run(query, { after, through, maxRows: seedsPerPage });
    for (const { commitment } of rows) tree.push(hashEntry(commitment));
    after = rows.at(-1)?.id ?? through;
  }
  const root = Buffer.from(tree.root()).toString('hex');
  found.drafts.push({
    game: '',
    source: due.day,
    fact: { kind: 'playerSeeds', count: tree.size, day: due.day, root },
  });
  found.progress.set(seedProgress, through);
  return found;
};

/** A game's rounds after the last one that is in the log with all of its entries. */
export const findRounds = async (
  query: Query,
  state: LogState,
  { id: game, log }: LoggedGame,
): Promise<Found> => {
  const found: Found = { drafts: [], progress: new Map(), isFull: false };
  let after = state.through.get(game) ?? 0n;
  let isComplete = true;
  for (;;) {
    const rounds = await log.read(query, { after, maxRows });
    const logged = await loggedOf(query, state, game, rounds);
    for (const round of rounds) {
      const missing = kindsOf(round).filter((kind) => logged.get(round.id)?.has(kind) !== true);
      const { key } = round;
      const sums = missing.some(needsSums)
        ? (await log.sums(query, { after: key - 1n, through: key }))[0]
        : undefined;
      const toDraft = (kind: RoundKind): Draft => ({
        game,
        source: round.id,
        fact: factOf(game, kind, round, sums),
      });
      found.drafts.push(...missing.map(toDraft));
      isComplete &&= isOver(round);
      if (isComplete) found.progress.set(game, key);
    }
    const last = rounds.at(-1);
    found.isFull = rounds.length === maxRows;
    if (!last || !found.isFull || found.drafts.length > 0) return found;
    after = last.key;
  }
};

const loggedOf = async (
  query: Query,
  { logged }: LogState,
  game: string,
  rounds: readonly LoggedRound[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const ofGame = logged.get(game) ?? new Map<string, Set<string>>();
  logged.set(game, ofGame);
  const unknown = rounds.filter(({ id }) => !ofGame.has(id)).map(({ id }) => id);
  if (unknown.length === 0) return ofGame;
  for (const id of unknown) ofGame.set(id, new Set());
  for (const { source, kind } of await sql.findLogged.run(query, { game, sources: unknown })) {
    ofGame.get(source)?.add(kind);
  }
  return ofGame;
};
