/**
 * F23: after a restore nothing is drawn that may have been drawn after the backup: open games are void, chains and
 * players' seeds are new, sessions are ended, closed accounts stay closed.
 */
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Notice } from '@fairground/contract/notices';
import { createChainSlots } from '@fairground/game-kit/server';
import { loadProofCheckers } from '@fairground/games/proof-checkers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFlights, type Flight } from '../../../../../games/aviator/server/flights.ts';
import { flightOfRow, openRound } from '../../../../../games/aviator/test/running-flights.ts';
import { findRunningRound } from '../../../../../games/aviator/server/sql/rounds.sql.ts';
import { readRestore } from '../../fairness/chains/service.ts';
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
import { startTestSite, type TestPlayer, type TestSite } from '../../../test/test-site.ts';

const checkers = await loadProofCheckers();

const rowsOf = <Row extends object>(test: Pick<TestDatabase, 'rows'>, text: string) => test.rows<Row>(text);

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
interface Sequence {
  name: string;
  start: bigint;
  newest: bigint | null;
}
let sequences: Sequence[];

beforeAll(async () => {
  played = await startPlayedSite();
  const { text } = await admin(played, played.dataDir, 'backup', backupFile);
  ledgerHash = /the hash of the ledger is (\w+)/.exec(text)?.[1];
  backedUpMs = played.time.nowMs();
  sequences = await rowsOf<Sequence>(
    played,
    `SELECT sequencename AS name, start_value AS start, last_value AS newest FROM pg_sequences
      WHERE schemaname = 'public'`,
  );
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
    expect(restored.text).toMatch(/No file of lasting acts was given/);
    expect(await findViolations()).toEqual([]);
    const [entry] = await rowsOf<{ command: string; details: { ledgerHash: string } }>(
      test,
      `SELECT command, details FROM operator_log ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toMatchObject({ command: 'restore', details: { ledgerHash } });
  });

  it('gives no id out again: every sequence goes on above what was ever given out', async () => {
    const newest = await rowsOf<Sequence>(
      test,
      `SELECT sequencename AS name, start_value AS start, last_value AS newest FROM pg_sequences
        WHERE schemaname = 'public' AND data_type = 'bigint'::regtype`,
    );
    const floor = Number(/^ids of every kind go on above (\d+)/m.exec(restored.text)?.[1]);
    // It grows with time, so that restoring the same backup again gives other ids.
    expect(Math.abs(floor - (backedUpMs + 60_000 - Date.UTC(2026, 0, 1)))).toBeLessThan(60_000);
    const before = new Map(sequences.map((each) => [each.name, each.newest ?? each.start]));
    for (const { name, start, newest: last } of newest) {
      expect(Number(last), name).toBeGreaterThanOrEqual(Number(start) + floor);
      expect(Number(last), name).toBeGreaterThan(Number(before.get(name)) + 999_000);
    }
    const tickets = newest.find(({ name }) => name === 'lottery_ticket_id_seq');
    expect(String(tickets?.newest)).toHaveLength(12);
  });

  it('is said on the sign-in page for two weeks, with the time of the backup', async () => {
    const [entry] = await rowsOf<{ details: { createdAt: string } }>(
      test,
      `SELECT details FROM operator_log WHERE command = 'restore'`,
    );
    let nowMs = time.nowMs();
    const told = await readRestore(test.database.query, () => nowMs);
    expect(told()).toEqual({ to: new Date(entry?.details.createdAt ?? '') });
    nowMs += 13 * 86_400_000;
    expect(told()).not.toBeNull();
    nowMs += 86_400_000;
    expect(told()).toBeNull();
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

  it('shows a player a refunded game, a refunded ticket, and what was restored', async () => {
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
    const notices = (await get('/user/notices', token)).body as { notices: Notice[]; unread: number };
    // A badge for what was played before may be newer.
    expect(notices.notices.find(({ kind }) => kind === 'restored')).toMatchObject({
      read: false,
      texts: {
        en: {
          title: 'The site was restored from a backup',
          summary: expect.stringMatching(/as they were on \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC\./),
        },
        es: { summary: expect.stringMatching(/como el \d+ de \w+ de \d{4}.* \d+:\d\d UTC\./) },
      },
    });
    expect(played.seeds).not.toContain(seeds.commitment);
    expect(played.seeds).not.toContain(seeds.nextCommitment);
    const [ticket] = await rowsOf<{ id: bigint; player_id: bigint; bid: number }>(
      test,
      `SELECT t.id, t.player_id, t.bid FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id
        JOIN player p ON p.id = t.player_id WHERE d.voided_at IS NOT NULL AND p.username = '${username}'
        ORDER BY t.id DESC LIMIT 1`,
    );
    const tickets = (await get(`/ticket/userTickets/${ticket?.player_id}`, token)).body as { id: string }[];
    expect(tickets.find(({ id }) => id === String(ticket?.id))).toMatchObject({ refunded: true });
  });
});

it('restores a backup that was made while bets of a crashed round were being settled, and settles them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-settling-'));
  const file = join(folder, 'site.backup');
  const crashed = await startTestSite({ clock: 'moved', env: { AVIATOR_COUNTDOWN_MS: '3000' } });
  const { token } = await crashed.register('grace');
  const round = await openRound(crashed, ({ flightMs }) => flightMs >= 2_000, [{ token }]);
  await crashed.time.advanceTo(round.crash_at.getTime());
  expect((await admin(crashed, crashed.dataDir, 'backup', file)).code).toBe(0);
  const madeMs = crashed.time.nowMs();
  await crashed.close();

  const test = await createTestDatabase({ connections: 3, isEmpty: true });
  const time = await createControlledClock(test.address);
  const outcomes = () =>
    rowsOf(test, `SELECT state, outcome::text FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id`);
  time.jump(madeMs + 120_000 - time.nowMs());
  await time.idle();
  const restored = await admin(test, join(folder, 'data'), 'restore', file);
  expect(restored, restored.text).toMatchObject({ code: 0 });
  expect(await outcomes()).toEqual([{ state: 'settling', outcome: 'pending' }]);
  const env = { SEED_KEY_FILE: join(folder, 'data', 'seed.key') };
  const restarted = await startTestSite({ test, clock: time.clock, env });
  await time.advance(11_000);
  expect(await outcomes()).toEqual([{ state: 'finished', outcome: 'loss' }]);
  expect(await test.findViolations()).toEqual([]);
  const stopping = restarted.close();
  await time.advance(5_000);
  await stopping;
  await time.close();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
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
      `The key of this backup is missing: put it next to the backup as ${file}.key, or into ` +
        `${join(folder, 'seed.key')}. Nothing was restored.`,
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

describe('what was decided after a backup', () => {
  let test: TestDatabase;
  let target: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    [test, target] = [
      await createTestDatabase(),
      await createTestDatabase({ connections: 2, isEmpty: true }),
    ];
    folder = mkdtempSync(join(tmpdir(), 'fairground-acts-'));
  });
  afterEach(async () => {
    await test.close();
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const fileOf = (machine: string) => join(folder, machine, 'lasting-acts');
  const start = (machine = 'one') =>
    startTestSite({
      test,
      env: { SEED_KEY_FILE: join(folder, 'seed.key'), LASTING_ACTS_FILE: fileOf(machine) },
    });
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean);

  it('is in effect again from the files of all machines, and nothing else is', async () => {
    const file = join(folder, 'site.backup');
    const breakUntil = new Date(Date.now() + 20 * 86_400_000).toISOString();
    const password = 'a meadow of lanterns';
    const one = await start();
    const two = await start('two');
    const names = ['closing', 'onbreak', 'limited', 'strict', 'barred', 'freed', 'nobody'] as const;
    const players = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await one.register(name)] as const)),
    ) as Record<(typeof names)[number], TestPlayer>;
    const suspend = (verb: 'suspend' | 'resume', name: string) => admin(test, folder, 'players', verb, name);
    await players.strict.post('/user/limits', { dailyStake: 100 });
    await suspend('suspend', 'freed');
    expect(await admin(test, folder, 'backup', file)).toMatchObject({ code: 0 });

    // What happens after the backup, on two machines and from a shell.
    const asked = await Promise.all([
      players.onbreak.post('/user/limits', { breakUntil, password }),
      two.call('POST', '/user/limits', players.limited.token, { dailyStake: 200 }),
      players.strict.post('/user/limits', { dailyStake: 50 }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await suspend('suspend', 'barred')).code).toBe(0);
    expect((await suspend('resume', 'freed')).code).toBe(0);
    const closed = await one.call('DELETE', '/user/me', players.closing.token, { password });
    expect(closed.status).toBe(204);
    await Promise.all([one.close(), two.close()]);
    for (const machine of ['one', 'two'])
      expect(readFileSync(fileOf(machine), 'utf8')).not.toMatch(new RegExp(names.join('|')));

    const other = join(folder, 'new');
    const missing = await admin(target, other, 'restore', file, fileOf('one'), join(folder, 'lasting-acts'));
    expect(missing.text).toMatch(/^WARNING .*\/two\/lasting-acts of \S+ was not given/m);
    expect(missing.text).not.toMatch(/\/one\/lasting-acts of/);
    expect(missing.text).toContain('1 breaks, 1 limits and 2 suspensions are in effect again');
    expect(missing.text).toContain('1 accounts are closed again');
    // Nothing is lost by giving the missing one later, which changes no more than that one says.
    const later = await admin(target, other, 'fairness', 'restart', fileOf('two'));
    expect(later.text).toContain('0 breaks, 1 limits and 0 suspensions are in effect again');
    expect(later.text).not.toContain('WARNING');
    expect(
      await rowsOf(
        target,
        `SELECT username, w.break_until AS until, w.daily_stake_limit AS limit,
            suspended_at IS NOT NULL AS suspended, w.coins
          FROM player p JOIN wallet w ON w.player_id = p.id WHERE closed_at IS NULL ORDER BY p.id`,
      ),
    ).toEqual(
      names
        .filter((name) => name !== 'closing')
        .map((username) => ({
          username,
          until: username === 'onbreak' ? new Date(breakUntil) : null,
          limit: { limited: 200n, strict: 50n }[username as string] ?? null,
          suspended: username === 'barred',
          coins: 1000n,
        }))
        .toSorted((a, b) => idOf(a.username) - idOf(b.username)),
    );
    expect(await rowsOf(target, `SELECT FROM player WHERE email LIKE 'closing%'`)).toEqual([]);
    expect(await target.findViolations()).toEqual([]);
    // The next restore finds everything in the data folder of the site.
    for (const machine of ['one', 'two'])
      expect(lines(join(other, 'lasting-acts'))).toEqual(expect.arrayContaining(lines(fileOf(machine))));

    function idOf(name: string): number {
      return Number(players[name as (typeof names)[number]].user.id);
    }
  });

  it('shortens no break and loosens no limit that the backup has', async () => {
    const file = join(folder, 'site.backup');
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const site = await start();
    const { post } = await site.register('alice');
    await post('/user/limits', { breakUntil: inDays(2), dailyStake: 500 });
    await post('/user/limits', { breakUntil: inDays(6), dailyStake: 100 });
    expect(await admin(test, folder, 'backup', file)).toMatchObject({ code: 0 });
    await site.close();
    const [before] = await rowsOf(test, `SELECT break_until, daily_stake_limit FROM wallet`);
    // The file lost its newest lines, as that of another machine may have the older ones alone.
    const early = join(folder, 'early');
    writeFileSync(early, `${lines(fileOf('one')).slice(0, 3).join('\n')}\n`);
    const { text } = await admin(target, join(folder, 'new'), 'restore', file, early);
    expect(text).toContain('0 breaks, 0 limits and 0 suspensions are in effect again');
    expect(await rowsOf(target, `SELECT break_until, daily_stake_limit FROM wallet`)).toEqual([before]);
  });

  it('keeps the break of a mailbox whose account is younger than the backup', async () => {
    const file = join(folder, 'site.backup');
    expect(await admin(test, folder, 'backup', file)).toMatchObject({ code: 0 });
    const site = await start();
    const { post, user } = await site.register('young');
    await test.rows(
      `UPDATE player SET email_confirmed_at = clock_timestamp() WHERE id = $1`,
      BigInt(user.id),
    );
    const breakUntil = new Date(Date.now() + 5 * 86_400_000).toISOString();
    expect((await post('/user/limits', { breakUntil })).status).toBe(200);
    await site.close();
    await admin(target, folder, 'restore', file, fileOf('one'));
    expect(await rowsOf(target, `SELECT ends_at FROM closed_break`)).toEqual([
      { ends_at: new Date(breakUntil) },
    ]);
  });

  it('is added to the file at the next start if the process ended before it was written', async () => {
    const first = await start();
    const [alice, bob] = [await first.register('alice'), await first.register('bob')];
    await first.close();
    await test.rows(`UPDATE player SET closed_at = clock_timestamp() WHERE id = $1`, BigInt(alice.user.id));
    await test.rows(`UPDATE player SET suspended_at = clock_timestamp() WHERE id = $1`, BigInt(bob.user.id));
    for (let starts = 0; starts < 2; starts++) await (await start()).close();
    expect(lines(fileOf('one')).map((line) => line.split(' ')[0])).toEqual(['file', 'closed', 'suspension']);
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
          split_part(body::jsonb #>> '{previous,checkpoint}', E'\\n', 1)
            = body::jsonb #>> '{previous,origin}' AS "isNamed"
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
