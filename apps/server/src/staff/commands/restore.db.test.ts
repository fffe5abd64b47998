/**
 * F23: after a restore nothing is drawn that may have been drawn after the backup: open games are void, chains and
 * players' seeds are new, sessions are ended, closed accounts stay closed.
 */
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createChainSlots } from '@fairground/game-kit/server';
import { loadProofCheckers } from '@fairground/games/proof-checkers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFlights, type Flight } from '../../../../../games/aviator/server/flights.ts';
import { flightOfRow } from '../../../../../games/aviator/test/running-flights.ts';
import { findRunningRound } from '../../../../../games/aviator/server/sql/rounds.sql.ts';
import { runAdmin } from './run.ts';
import { markUnfinished } from '../../platform/database/archive.ts';
import { systemEntropy } from '../../platform/entropy.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createSeal, readSealKey } from '../../platform/secrets/seal.ts';
import { createControlledClock, type ControlledClock } from '../../../test/controlled-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { startPlayedSite, type PlayedSite } from '../../../../../games/test/played-site.ts';
import { until } from '../../../test/player-client.ts';
import { runVerifier } from '../../../../../scripts/verify/run.ts';
import { urlOf } from '../../../test/shared-postgres.ts';
import { startTestSite, type TestSite } from '../../../test/test-site.ts';

const checkers = await loadProofCheckers();

const rowsOf = <Row extends object>(test: TestDatabase, text: string) => test.rows<Row>(text);

const admin = async (test: Pick<TestDatabase, 'address'>, folder: string, ...words: string[]) => {
  const lines: string[] = [];
  const env = { DATABASE_URL: urlOf(test.address), DATA_DIR: folder };
  const code = await runAdmin(words, env, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
};

/** A backup of a played site. */
const home = mkdtempSync(join(tmpdir(), 'fairground-played-'));
const backupFile = join(home, 'site.backup');
let played: PlayedSite;
let ledgerHash: string | undefined;
let backedUpMs: number;

beforeAll(async () => {
  played = await startPlayedSite();
  const { text } = await admin(played, played.dataDir, 'backup', backupFile);
  ledgerHash = /the hash of the ledger is (\w+)/.exec(text)?.[1];
  backedUpMs = played.time.nowMs();
  await played.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a played site, restored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-restore-'));
  let test: TestDatabase;
  let restored: Awaited<ReturnType<typeof admin>>;
  let time: ControlledClock;
  let testSite: TestSite;

  const get = async (path: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await testSite.site.app.inject({ url: `/api${path}`, headers });
    return { status: answer.statusCode, body: answer.json<unknown>() };
  };
  const findViolations = async () => await test.findViolations();

  beforeAll(async () => {
    test = await createTestDatabase({ connections: 3, isEmpty: true });
    time = await createControlledClock(test.address);
    time.jump(backedUpMs + 60_000 - time.nowMs());
    await time.idle();
    restored = await admin(test, folder, 'restore', backupFile);
  });
  afterAll(async () => {
    const stopping = testSite?.close();
    await time?.advance(5_000).catch(() => undefined);
    await stopping;
    await time?.close();
    await test?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the ledger of the backup, logs what was done, and passes the audit', async () => {
    expect(restored, restored.text).toMatchObject({ code: 0 });
    expect(ledgerHash).toMatch(/^[0-9a-f]{64}$/);
    expect(restored.text).toContain(ledgerHash);
    for (const game of ['aviator', 'doubleTrouble', 'mineField', 'lottery'])
      expect(restored.text).toMatch(new RegExp(`^${game}: [1-9]\\d* open stakes were given back$`, 'm'));
    expect(restored.text).toMatch(
      /^aviator: chain \d+ is ended; chain \d+ is published with the terminal hash [0-9a-f]{64}$/m,
    );
    expect(restored.text).toMatch(/No list of closed accounts was given/);
    expect(await findViolations()).toEqual([]);
    const [entry] = await rowsOf<{ command: string; details: { ledgerHash: string } }>(
      test,
      `SELECT command, details FROM operator_log ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toMatchObject({ command: 'restore', details: { ledgerHash } });
  });

  it('has no open game, and has refunded each stake', async () => {
    expect(
      await rowsOf(
        test,
        `SELECT id FROM aviator_round WHERE state IN ('betting', 'flying')
          UNION ALL SELECT id FROM double_trouble_draw WHERE state = 'open'
          UNION ALL SELECT id FROM minefield_game WHERE state = 'Playing'
          UNION ALL SELECT id FROM lottery_draw WHERE state IN ('open', 'closing', 'closed') AND voided_at IS NULL`,
      ),
    ).toEqual([]);
    const refunds = await rowsOf<{ game: string; refunded: bigint; staked: bigint }>(
      test,
      `SELECT split_part(r.kind::text, '_refund', 1) AS game, sum(r.amount)::bigint AS refunded,
          sum((SELECT sum(s.amount) FROM transfer s WHERE s.source = r.source
            AND s.kind::text = replace(r.kind::text, 'refund', 'stake')))::bigint AS staked
        FROM transfer r WHERE r.kind::text LIKE '%\\_refund\\_%' GROUP BY 1`,
    );
    expect(new Set(refunds.map(({ game }) => game))).toEqual(
      new Set(['aviator', 'double_trouble', 'minefield', 'lottery']),
    );
    for (const { refunded, staked, game } of refunds) expect(refunded, game).toBe(staked);
  });

  it('has no session and no seed that was sealed at the backup', async () => {
    expect(await rowsOf(test, 'SELECT FROM session')).toEqual([]);
    expect(await rowsOf(test, 'SELECT FROM password_reset')).toEqual([]);
    expect(await rowsOf(test, `SELECT FROM player_seed WHERE state <> 'revealed'`)).toEqual([]);
    expect(
      await rowsOf(test, `SELECT FROM player_seed WHERE sha256(seed) <> commitment OR revealed_at IS NULL`),
    ).toEqual([]);
    expect((await rowsOf(test, 'SELECT FROM player_seed')).length).toBeGreaterThan(played.seeds.length);
  });

  it('continues with new chains, draws and seeds, and old proofs stay valid', async () => {
    testSite = await startTestSite({
      test,
      clock: time.clock,
      env: { SEED_KEY_FILE: join(folder, 'seed.key'), AVIATOR_COUNTDOWN_MS: '3000' },
    });
    const before = await rowsOf<{ id: bigint }>(test, `SELECT max(id) AS id FROM aviator_round`);
    const opened = async () =>
      (await rowsOf(test, `SELECT FROM aviator_round WHERE id > ${before[0]?.id}`)).length;
    // The length of flights is random.
    for (let strides = 0; strides < 12 || (strides < 200 && (await opened()) < 2); strides++)
      await time.suspend(1_900);
    const chains = (await get('/fairness/chains')).body as {
      id: string;
      game: string;
      terminalHash: string;
      ended: { reason: string } | null;
    }[];
    for (const game of ['aviator', 'doubleTrouble']) {
      const ofGame = chains.filter((chain) => chain.game === game);
      const printed = new RegExp(`^${game}: .* terminal hash ([0-9a-f]{64})$`, 'm').exec(restored.text)?.[1];
      expect(ofGame.find((chain) => chain.terminalHash === printed)).toMatchObject({ ended: null });
      const old = ofGame.at(-1);
      expect(old?.ended, game).toMatchObject({ reason: 'restore' });
    }
    const ended = chains.filter((chain) => chain.ended).map(({ id }) => id);
    const rounds = await rowsOf<{ chain_id: bigint }>(
      test,
      `SELECT chain_id FROM aviator_round WHERE id > ${before[0]?.id}`,
    );
    expect(rounds.length).toBeGreaterThan(1);
    for (const { chain_id: chain } of rounds) expect(ended).not.toContain(String(chain));
    // The lottery sells the slot of the void draw again, under another seed.
    const draws = await rowsOf<{ voided_at: Date | null; commitment: Buffer; draw_key: string }>(
      test,
      `SELECT voided_at, commitment, draw_key FROM lottery_draw ORDER BY id`,
    );
    const voided = draws.filter((draw) => draw.voided_at !== null);
    expect(voided).toHaveLength(1);
    expect(new Set(draws.map(({ commitment }) => commitment.toString('hex'))).size).toBe(draws.length);
    expect((await get(`/fairness/lottery/${voided[0]?.draw_key}`)).body).toMatchObject({
      outcome: null,
      voidedAt: expect.any(String),
      voidReason: 'restore',
      seed: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    for (const path of played.proofPaths) {
      const verdict = checkers.get(path.split('/')[2] ?? '')?.((await get(path)).body);
      expect(verdict, path).toMatchObject({ ok: true });
    }
    expect(await findViolations()).toEqual([]);
  });

  it('has a log that both verifiers follow across the restore', async () => {
    const { url } = testSite.site;
    const lines: string[] = [];
    const code = await runVerifier(['log'], url, (line) => lines.push(line));
    expect([code, ...lines.filter((line) => line.includes('DOES NOT HOLD'))]).toEqual([0]);
    expect(lines.join('\n')).toMatch(/lottery \S+ is void \(restore\): no bets were sealed/);
    expect(lines.at(-2)).toContain('1 restore');
    if (spawnSync('python3', ['--version']).status !== 0) return;
    const run = promisify(execFile);
    const second = await run('python3', ['-B', 'scripts/verify_fairground.py', url, 'log']);
    expect(second.stdout).toMatch(/lottery \S+ is void \(restore\): no bets were sealed/);
  });

  it('shows a player a refunded game and a refunded ticket', async () => {
    const { username, minefieldId } = played;
    const login = await testSite.call('POST', '/auth/login', null, {
      identifier: username,
      password: 'a meadow of lanterns',
    });
    const { token } = login.body as { token: string };
    const { body } = await get('/mineField/all?limit=50', token);
    const game = (body as { id: string }[]).find(({ id }) => id === minefieldId);
    expect(game).toMatchObject({ gameState: 'CashedOut', multiplier: 1, refunded: true });
    const seeds = (await get('/fairness/seeds', token)).body as {
      commitment: string;
      nextCommitment: string;
    };
    expect(played.seeds).not.toContain(seeds.commitment);
    expect(played.seeds).not.toContain(seeds.nextCommitment);
    const [ticket] = await rowsOf<{ id: bigint; player_id: bigint; bid: number }>(
      test,
      `SELECT t.id, t.player_id, t.bid FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id
        JOIN player p ON p.id = t.player_id WHERE d.voided_at IS NOT NULL AND p.username = '${username}' ORDER BY t.id DESC LIMIT 1`,
    );
    const tickets = (await get(`/ticket/userTickets/${ticket?.player_id}`, token)).body as { id: string }[];
    expect(tickets.find(({ id }) => id === String(ticket?.id))).toMatchObject({ refunded: true });
  });
});

describe('the key of a backup', () => {
  let test: TestDatabase;
  let time: ControlledClock;
  let folder: string;
  let file: string;
  beforeEach(async () => {
    test = await createTestDatabase({ connections: 2, isEmpty: true });
    // The backup is one of a database with such a clock.
    time = await createControlledClock(test.address);
    folder = mkdtempSync(join(tmpdir(), 'fairground-restore-key-'));
    file = join(folder, 'site.backup');
    copyFileSync(backupFile, file);
  });
  afterEach(async () => {
    await time.close();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const players = () => rowsOf(test, 'SELECT FROM player');

  it('is required: without it nothing is restored', async () => {
    const { code, text } = await admin(test, folder, 'restore', file);
    expect(code).toBe(1);
    expect(text).toBe(
      `The key of this backup is missing: put it next to the backup as ${file}.key, or into ${join(folder, 'seed.key')}. Nothing was restored.`,
    );
    expect(await players()).toEqual([]);
  });

  it('does not replace the key of the site and is not replaced by it', async () => {
    copyFileSync(`${backupFile}.key`, `${file}.key`);
    const other = `${'cd'.repeat(32)}\n`;
    writeFileSync(join(folder, 'seed.key'), other);
    const refused = await admin(test, folder, 'restore', file);
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/is not the key of this backup, .* is: move the first one elsewhere/);
    writeFileSync(`${file}.key`, other);
    expect((await admin(test, folder, 'restore', file)).text).toMatch(
      /^Neither .* is the key of this backup/,
    );
    expect(await players()).toEqual([]);
    expect(readFileSync(join(folder, 'seed.key'), 'utf8')).toBe(other);
  });
});

describe('a backup of a running round', () => {
  it('has its crash sealed alone; the restore reveals it with the void round', async () => {
    const test = await createTestDatabase();
    const target = await createTestDatabase({ connections: 2, isEmpty: true });
    const folder = mkdtempSync(join(tmpdir(), 'fairground-running-'));
    const keyFile = join(folder, 'seed.key');
    const testSite = await startTestSite({
      test,
      env: { SEED_KEY_FILE: keyFile, AVIATOR_COUNTDOWN_MS: '1000' },
    });
    try {
      const key = await readSealKey(keyFile);
      if (!key) throw new Error('the site has no seed key');
      const flights = createFlights(
        createChainSlots({
          database: test.database,
          entropy: systemEntropy,
          seal: createSeal(key),
          game: 'aviator',
        }),
      );
      let running: { id: bigint; startsAtMs: number; flight: Flight } | undefined;
      await until('a flight has more than four seconds left', async () => {
        const { query } = test.database;
        const round = await findRunningRound.first(query);
        if (round?.state !== 'flying') return false;
        const flight = await flights.find(query, round.id);
        running = { id: round.id, startsAtMs: round.starts_at.getTime(), flight };
        return running.startsAtMs + flight.flightMs - Date.now() > 4_000;
      });
      if (!running) throw new Error('there is no round');
      const { id, startsAtMs, flight } = running;
      const file = join(folder, 'site.backup');
      expect(await admin(test, folder, 'backup', file)).toMatchObject({ code: 0 });

      const text = gunzipSync(readFileSync(file)).toString('latin1');
      const written = (ms: number) =>
        new Date(ms).toISOString().slice(0, 23).replace('T', ' ').replace(/0+$/, '');
      expect(text).toContain(written(startsAtMs));
      expect(text).not.toContain(written(startsAtMs + flight.flightMs));

      const restored = await admin(target, folder, 'restore', file);
      expect(restored, restored.text).toMatchObject({ code: 0 });
      const [row] = await rowsOf<{
        state: string;
        starts_at: Date;
        crash_at: Date;
        crash_hundredths: number;
      }>(target, `SELECT state, starts_at, crash_at, crash_hundredths FROM aviator_round WHERE id = ${id}`);
      expect(row?.state).toBe('void');
      expect(row && flightOfRow(row)).toEqual(flight);
      expect(await target.findViolations()).toEqual([]);
    } finally {
      await testSite.close();
      await test.close();
      await target.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('accounts closed after a backup', () => {
  let test: TestDatabase;
  let target: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    [test, target] = [
      await createTestDatabase(),
      await createTestDatabase({ connections: 2, isEmpty: true }),
    ];
    folder = mkdtempSync(join(tmpdir(), 'fairground-closed-'));
  });
  afterEach(async () => {
    await test.close();
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are closed again from the list, and no others are', async () => {
    const env = {
      SEED_KEY_FILE: join(folder, 'seed.key'),
      CLOSED_ACCOUNTS_FILE: join(folder, 'closed-accounts'),
    };
    const testSite = await startTestSite({ test, env });
    const { token } = await testSite.register('alice');
    await testSite.register('bob');
    const file = join(folder, 'site.backup');
    expect(await admin(test, folder, 'backup', file)).toMatchObject({ code: 0 });
    const closed = await testSite.call('DELETE', '/user/me', token, { password: 'a meadow of lanterns' });
    expect(closed.status).toBe(204);
    await testSite.close();
    const list = readFileSync(env.CLOSED_ACCOUNTS_FILE, 'utf8');
    expect(list.match(/^[0-9a-f]{64}$/gm)).toHaveLength(1);
    expect(list).not.toContain('alice');

    const other = join(folder, 'new');
    const { code, text } = await admin(target, other, 'restore', file, '--closed', env.CLOSED_ACCOUNTS_FILE);
    expect(text).toContain('1 accounts are closed again');
    expect(code).toBe(0);
    const open = await rowsOf<{ username: string; coins: bigint }>(
      target,
      `SELECT username, coins FROM player p JOIN wallet w ON w.player_id = p.id WHERE closed_at IS NULL`,
    );
    expect(open).toEqual([{ username: 'bob', coins: 1000n }]);
    expect(await rowsOf(target, `SELECT FROM player WHERE email LIKE 'alice%'`)).toEqual([]);
    // The next restore finds the list in the data folder of the site.
    expect(readFileSync(join(other, 'closed-accounts'), 'utf8').match(/^[0-9a-f]{64}$/gm)).toHaveLength(1);
  });

  it('are added to the list at the next start if the process ended before it was written', async () => {
    const list = join(folder, 'closed-accounts');
    const start = () =>
      startTestSite({
        test,
        env: { SEED_KEY_FILE: join(folder, 'seed.key'), CLOSED_ACCOUNTS_FILE: list },
      });
    const first = await start();
    const { user } = await first.register('alice');
    await first.close();
    expect(existsSync(list)).toBe(false);
    await test.rows(`UPDATE player SET closed_at = clock_timestamp() WHERE id = $1`, BigInt(user.id));
    for (let starts = 0; starts < 2; starts++) await (await start()).close();
    expect(readFileSync(list, 'utf8').match(/^[0-9a-f]{64}$/gm)).toHaveLength(1);
  });
});

describe('fairness restart', () => {
  let test: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    test = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'fairground-restart-'));
  });
  afterEach(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const start = () =>
    startTestSite({
      test,
      env: { SEED_KEY_FILE: join(folder, 'seed.key') },
    });

  it('does the same for a database that was recovered by other means, but not while a site runs', async () => {
    const testSite = await start();
    expect((await admin(test, folder, 'fairness', 'restart')).text).toContain('stop all its processes');
    await testSite.close();
    const { code, text } = await admin(test, folder, 'fairness', 'restart');
    expect(code).toBe(0);
    expect(text).toMatch(/^doubleTrouble: chain \d+ is ended/m);
    expect(await rowsOf(test, `SELECT reason FROM fairness_restart`)).toEqual([{ reason: 'recovery' }]);
  });

  it('begins a new origin of the public log, whose first entry names the last checkpoint', async () => {
    const published = `SELECT origin FROM log_checkpoint`;
    const before = await start();
    await until('a checkpoint', async () => (await rowsOf(test, published)).length > 0);
    await before.close();
    await admin(test, folder, 'fairness', 'restart');
    const after = await start();
    await until(
      'the next origin',
      async () => (await rowsOf(test, `${published} WHERE origin = 2`)).length > 0,
    );
    await after.close();
    expect(
      await rowsOf(
        test,
        `SELECT body::jsonb ->> 'kind' AS kind, body::jsonb ->> 'reason' AS reason,
          split_part(body::jsonb #>> '{previous,checkpoint}', E'\\n', 1) = body::jsonb #>> '{previous,origin}' AS "isNamed"
        FROM log_entry WHERE origin = 2 AND index = 0`,
      ),
    ).toEqual([{ kind: 'restore', reason: 'recovery', isNamed: true }]);
  });

  it('finishes a restore that was interrupted; a site refuses to start before', async () => {
    await (await start()).close();
    const owner = openDatabase({
      address: test.address,
      connections: 1,
      applicationName: 'fairground-test',
      onError: () => undefined,
    });
    await markUnfinished(owner.query);
    await owner.close();
    await expect(start()).rejects.toThrow(/was not finished: run `npm run admin -- fairness restart` first/);
    expect((await admin(test, folder, 'fairness', 'restart')).code).toBe(0);
    expect(await rowsOf(test, `SELECT reason FROM fairness_restart`)).toEqual([{ reason: 'restore' }]);
    await (await start()).close();
  });
});
