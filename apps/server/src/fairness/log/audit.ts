/** Invariants of the public log, recomputed from its rows and from those of the games. */
import { areEqual, growTree, hashEntry } from '@fairground/fairness/log';
import { entryBytes, entryText, type LogEntry } from '@fairground/fairness/log-entry';
import { checkpointText, parseNote, signatureLine, verifyNote } from '@fairground/fairness/log-note';
import { tileHeight } from '@fairground/fairness/log-tiles';
import type { LoggedRound } from '@fairground/game-kit/server';
import type { Check } from '../../ledger/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { originKey } from './checkpoint.ts';
import { factOf, isOver, kindsOf } from './round-entries.ts';
import type { LoggedGame } from './state.ts';

type Query = Database['query'];

const line = 'I22';
const page = 2_000;

export const logChecks = (games: readonly LoggedGame[]): readonly Check[] => [
  {
    line,
    states: 'the entries of the public log have no gap, and its tiles and checkpoints follow from them',
    broken: findWrongTrees,
  },
  {
    line,
    states: 'the application cannot change the public log',
    broken: `SELECT t.name, p.privilege FROM pg_roles r,
        unnest(ARRAY['log_origin', 'log_entry', 'log_tile', 'log_checkpoint', 'log_cosignature']) AS t (name),
        unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p (privilege)
      WHERE r.rolname = 'fairground_app' AND has_table_privilege(r.oid, t.name::regclass, p.privilege)`,
  },
  {
    line,
    states: 'every chain and every published head of the ledger is in the public log as it is',
    // The newest ones may be about to be added.
    broken: `SELECT 'chain' AS kind, c.id::text AS source FROM fairness_chain c
      JOIN log_entry e ON e.game = '' AND e.kind = 'chain' AND e.source = c.id::text
      WHERE (e.body::jsonb ->> 'terminalHash', e.body::jsonb ->> 'salt', (e.body::jsonb ->> 'links')::integer)
        IS DISTINCT FROM (encode(c.terminal_hash, 'hex'), encode(c.salt, 'hex'), c.links)
      UNION ALL
      SELECT 'ledgerHead', h.day::text FROM ledger_head h
      JOIN log_entry e ON e.game = '' AND e.kind = 'ledgerHead' AND e.source = h.day::text
      WHERE (e.body::jsonb ->> 'hash', (e.body::jsonb ->> 'transfers')::bigint)
        IS DISTINCT FROM (encode(h.hash, 'hex'), h.transfers)`,
  },
  ...games.map((game) => ({
    line,
    states: `each round of ${game.id} that is over has exactly its entries in the public log, with its values`,
    broken: (query: Query) => findWrongRounds(query, game),
  })),
];

const findWrongTrees = async (query: Query): Promise<object[]> => {
  const wrong: object[] = [];
  const origins = await query<{ n: number; name: string }>({
    text: 'SELECT n, name FROM log_origin ORDER BY n',
    values: [],
  });
  for (const origin of origins) {
    wrong.push(...(await findWrongNodes(query, origin.n)), ...(await findWrongSignature(query, origin)));
  }
  return wrong;
};

/** Checks each entry, complete tile and checkpoint of one tree, from the first to the last. */
const findWrongNodes = async (query: Query, origin: number): Promise<object[]> => {
  const wrong: object[] = [];
  const tree = growTree();
  for (;;) {
    const first = BigInt(tree.size);
    const range = [origin, first, first + BigInt(page)];
    const entries = await query<{ index: bigint; body: string }>({
      name: 'log-audit-entries',
      text: 'SELECT index, body FROM log_entry WHERE origin = $1 AND index >= $2 AND index < $3 ORDER BY index',
      values: range,
    });
    const checkpoints = await query<{ size: bigint; root: Buffer }>({
      name: 'log-audit-checkpoints',
      text: 'SELECT size, root FROM log_checkpoint WHERE origin = $1 AND size > $2 AND size <= $3 ORDER BY size',
      values: range,
    });
    const roots = new Map(checkpoints.map(({ size, root }) => [Number(size), root]));
    const tiles: { level: number; index: number; hash: Uint8Array }[] = [];
    for (const { index, body } of entries) {
      if (Number(index) !== tree.size) return [...wrong, { origin, missing: tree.size }];
      for (const node of tree.push(hashEntry(entryBytes(body)))) {
        if (node.height > 0 && node.height % tileHeight === 0) {
          tiles.push({ ...node, level: node.height / tileHeight - 1 });
        }
      }
      const root = roots.get(tree.size);
      if (root && !areEqual(root, tree.root())) wrong.push({ origin, checkpoint: tree.size });
      roots.delete(tree.size);
    }
    for (const size of roots.keys()) wrong.push({ origin, checkpoint: size });
    for (const { level, index, hash } of tiles) {
      const [tile] = await query<{ hash: Buffer }>({
        name: 'log-audit-tile',
        text: 'SELECT hash FROM log_tile WHERE origin = $1 AND level = $2 AND index = $3',
        values: [origin, level, index],
      });
      if (!tile || !areEqual(tile.hash, hash)) wrong.push({ origin, level, tile: index });
    }
    if (entries.length < page) return wrong;
  }
};

/** Checks the newest checkpoint's signature; the other checkpoints are over trees that it contains. */
const findWrongSignature = async (query: Query, origin: { n: number; name: string }): Promise<object[]> => {
  const [newest] = await query<{ size: bigint; root: Buffer; signature: Buffer; public_key: Buffer }>({
    text: `SELECT c.size, c.root, c.signature, k.public_key FROM log_checkpoint c, signing_key k
      WHERE c.origin = $1 ORDER BY c.size DESC LIMIT 1`,
    values: [origin.n],
  });
  if (!newest) return [];
  const key = originKey(origin.name, newest.public_key);
  const text = checkpointText({ origin: origin.name, size: Number(newest.size), root: newest.root });
  const note = parseNote(`${text}\n${signatureLine(key, newest.signature)}`);
  return note && verifyNote(note, key).is === 'valid' ? [] : [{ origin: origin.n, signature: newest.size }];
};

const findWrongRounds = async (query: Query, { id: game, log }: LoggedGame): Promise<object[]> => {
  const wrong: object[] = [];
  const [progress] = await query<{ through: bigint }>({
    text: 'SELECT through FROM log_progress WHERE game = $1',
    values: [game],
  });
  for (let after: bigint | null = 0n; after !== null;) {
    const rounds: readonly LoggedRound[] = await log.read(query, { after, maxRows: page });
    const last = rounds.at(-1);
    if (!last) break;
    const entries = await query<{ source: string; body: string }>({
      name: 'log-audit-rounds',
      text: 'SELECT source, body FROM log_entry WHERE game = $1 AND source = ANY ($2)',
      values: [game, rounds.map(({ id }) => id)],
    });
    const logged = Map.groupBy(entries, ({ source }) => source);
    const sums = new Map(
      (await log.sums(query, { after, through: last.key })).map((each) => [each.key, each]),
    );
    for (const round of rounds) {
      const bodies = new Map((logged.get(round.id) ?? []).map(({ body }) => [kindOf(body), body]));
      const isInLog = round.key <= (progress?.through ?? 0n);
      if (isInLog && !isOver(round)) wrong.push({ game, id: round.id, is: 'not over' });
      wrong.push(...findWrongEntries(game, { round, bodies, isInLog, sums: sums.get(round.key) }));
    }
    after = rounds.length === page ? last.key : null;
  }
  return wrong;
};

interface RoundInLog {
  round: LoggedRound;
  bodies: ReadonlyMap<string, string>;
  /** Whether all that it has must be there. */
  isInLog: boolean;
  sums: Parameters<typeof factOf>[3];
}

const findWrongEntries = (game: string, { round, bodies, isInLog, sums }: RoundInLog): object[] => {
  const wrong: object[] = [];
  const kinds = kindsOf(round);
  for (const kind of kinds) {
    const body = bodies.get(kind);
    if (body === undefined) {
      if (isInLog) wrong.push({ game, id: round.id, kind, is: 'missing' });
      continue;
    }
    const { at } = JSON.parse(body) as LogEntry;
    if (body !== entryText({ ...factOf(game, kind, round, sums), at }))
      wrong.push({ game, id: round.id, kind, is: 'other values' });
  }
  for (const kind of bodies.keys()) {
    if (!kinds.some((each) => each === kind)) wrong.push({ game, id: round.id, kind, is: 'not in the row' });
  }
  return wrong;
};

const kindOf = (body: string): string => (JSON.parse(body) as LogEntry).kind;
