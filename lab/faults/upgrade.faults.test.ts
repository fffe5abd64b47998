/**
 * F26, F20: two processes under load are upgraded one by one to a version with a further migration, and a
 * migration changes a table of ten million bets meanwhile. `UPGRADE_FROM=HEAD~1` upgrades from another commit,
 * `UPGRADE_ROWS` changes the ten million.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, patientMs } from '../../apps/server/src/platform/database/database.ts';
import { migrate, siteSources } from '../../apps/server/src/platform/database/migrate.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { valkeyMissing, valkeyProgram } from '../../apps/server/test/valkey-server.ts';
import { createCluster, untilReady, type Cluster } from './cluster.ts';
import { loadEnv, startClusterPlayers, type ClusterPlayers } from './cluster-players.ts';
import { expectNothingLost } from './nothing-lost.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const main = 'apps/server/src/main.ts';
const playerCount = 40;
const rows = Number(process.env['UPGRADE_ROWS'] ?? 1e7);
const limitMs = 120_000;

const git = (...args: string[]): Buffer => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, maxBuffer: 1e9 });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout;
};

/** Files that git tracks, as they are in the working tree. */
const workingTree = (): string => git('stash', 'create').toString().trim() || 'HEAD';

/** The files of a commit with the packages of this one; it serves calls alone, so that no pages are built. */
const checkOut = async (commit: string, folder: string): Promise<void> => {
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: git('archive', commit) });
  if (status !== 0) throw new Error(stderr.toString());
  const packages = join(root, 'node_modules');
  const link = (name: string, target: string) => symlink(target, join(folder, 'node_modules', name));
  await mkdir(join(folder, 'node_modules/@fairground'), { recursive: true });
  for (const name of await readdir(packages))
    if (name !== '@fairground' && !name.startsWith('.')) await link(name, join(packages, name));
  // Relative links, to the folders of that commit.
  for (const name of await readdir(join(packages, '@fairground')))
    await link(`@fairground/${name}`, await readlink(join(packages, '@fairground', name)));
  const text = await readFile(join(folder, main), 'utf8');
  expect(text).toMatch(/^ *buildPages:.*$/m);
  await writeFile(join(folder, main), text.replace(/^ *buildPages:.*$/m, ''));
};

let folder: string;
let commit: string;
let cluster: Cluster;
let players: ClusterPlayers;
let oldProgram: string;
let newProgram: string;

if (valkeyProgram === undefined) console.info(valkeyMissing);

describe.runIf(valkeyProgram !== undefined)('two processes of an older version under load', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairground-upgrade-'));
    const present = workingTree();
    commit = process.env['UPGRADE_FROM'] ?? present;
    const prepare = async (name: string, of: string): Promise<string> => {
      await mkdir(join(folder, name));
      await checkOut(of, join(folder, name));
      return join(folder, name);
    };
    oldProgram = join(await prepare('old', commit), main);
    const newer = await prepare('new', present);
    await writeFile(join(newer, 'apps/server/schema/0002-note.sql'), 'ALTER TABLE player ADD note text');
    newProgram = join(newer, main);
    cluster = await createCluster({
      processes: 2,
      env: loadEnv,
      program: oldProgram,
    });
    players = await startClusterPlayers(() => cluster.members.map(({ url }) => url), playerCount);
    await until('every player has a bet', () => players.bets.length >= playerCount, limitMs);
  }, 300_000);

  afterAll(async () => {
    await cluster?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Bets are accepted and every player sees a round take off, from now on. */
  const untilPlayed = async (): Promise<void> => {
    const [bets, dateMs] = [players.bets.length, Date.now()];
    await until(
      'players bet and rounds take off',
      () => players.bets.length > bets + playerCount && players.countShownSince(dateMs) === playerCount,
      limitMs,
    );
  };

  it('F26: are upgraded one after the other, with no answer of 5xx but 503 and nothing lost', async () => {
    for (const member of cluster.members) {
      await member.site.end('SIGTERM');
      await cluster.restart(member, newProgram);
      await untilPlayed();
    }
    await expectNothingLost(cluster, players);
    const failed = players.calls.filter(({ status }) => status === 0 || status >= 500);
    const refused = failed.filter(({ status }) => status === 503).length;
    console.log(
      `from ${commit}: ${players.calls.length} calls, 503: ${refused}, no answer: ${failed.length - refused}`,
    );
    expect(failed.filter(({ status }) => status !== 0 && status !== 503)).toEqual([]);
  }, 600_000);

  it('F26: refuse to go back in one line, since the schema is newer', async () => {
    const [member] = cluster.members;
    if (member === undefined) throw new Error('there is no process');
    await member.site.end('SIGTERM');
    await expect(cluster.restart(member, oldProgram)).rejects.toThrow(
      /\nThe database has the migration 0002-note, which this version does not know: start[^\n]+\n$/,
    );
    await cluster.restart(member, newProgram);
    await untilReady(cluster);
    await untilPlayed();
    await expectNothingLost(cluster, players);
  }, 600_000);

  it('F20: get a column, a constraint and an index on ten million bets; no statement waits for a second', async () => {
    await cluster.asOwner(
      `INSERT INTO aviator_bet (id, round_id, player_id, amount, from_winnings, outcome) OVERRIDING SYSTEM VALUE
       SELECT -n, -n / 100, -n % 1000, 10, 0, 'loss' FROM generate_series(1, $1::bigint) n`,
      rows,
    );
    const migrations = [
      "ALTER TABLE aviator_bet ADD note text NOT NULL DEFAULT ''",
      'ALTER TABLE aviator_bet ADD CONSTRAINT aviator_bet_note CHECK (length(note) < 9) NOT VALID',
      'ALTER TABLE aviator_bet VALIDATE CONSTRAINT aviator_bet_note',
      'CREATE INDEX CONCURRENTLY aviator_bet_note ON aviator_bet (note, id)',
    ];
    await mkdir(join(folder, 'planted'));
    for (const [at, text] of migrations.entries())
      await writeFile(join(folder, 'planted', `000${at}-step.sql`), text);
    // The newer program's migration is in its folder alone.
    const newSchema = pathToFileURL(join(folder, 'new/apps/server/schema/'));
    const sources = siteSources.map((source) =>
      source.prefix === '' ? { ...source, migrations: newSchema } : source,
    );
    const planted = { prefix: 'planted', migrations: pathToFileURL(`${folder}/planted/`) };
    const owner = openDatabase({
      address: cluster.address,
      connections: 2,
      answerWithinMs: patientMs,
      onError: () => undefined,
    });
    const callsBefore = players.calls.length;
    const { worstMs, tookMs } = await watchLocks(() => migrate(owner, [...sources, planted]));
    // What the rule is for: the same check, validated at once.
    const unruly = await watchLocks(() =>
      cluster.asOwner("ALTER TABLE aviator_bet ADD word text NOT NULL DEFAULT '' CHECK (length(word) < 9)"),
    );
    await owner.close();
    const slowest = Math.max(
      ...players.calls.slice(callsBefore).map(({ sentAtMs, answeredAtMs }) => answeredAtMs - sentAtMs),
    );
    console.log(
      `${rows} bets: ${migrations.length} migrations in ${(tookMs / 1_000).toFixed(1)} s, ` +
        `the longest wait for a table ${worstMs.toFixed(0)} ms; ` +
        `a check that is validated at once: ${unruly.worstMs.toFixed(0)} ms; the slowest call ${slowest.toFixed(0)} ms`,
    );
    expect(worstMs).toBeLessThan(1_000);
    expect(players.calls.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    await untilPlayed();
    await players.history.expectSound();
    await players.stop();
  }, 1_800_000);
});

/** The longest that a statement waited for a table, looked at every 20 ms. */
const watchLocks = async (work: () => Promise<unknown>): Promise<{ worstMs: number; tookMs: number }> => {
  const client = new pg.Client(cluster.address);
  await client.connect();
  const startMs = performance.now();
  let isOver = false;
  let worstMs = 0;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ ms: number | null }>(
        `SELECT (1000 * extract(epoch FROM max(clock_timestamp() - waitstart)))::float8 AS ms
         FROM pg_locks WHERE NOT granted AND locktype = 'relation'`,
      );
      worstMs = Math.max(worstMs, rows[0]?.ms ?? 0);
      await pause(20);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
    await client.end();
  }
  return { worstMs, tookMs: performance.now() - startMs };
};
