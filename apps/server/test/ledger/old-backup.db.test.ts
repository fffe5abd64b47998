/**
 * F19: a backup of a played site, written by an earlier version (`scripts/make-backup-fixture.ts`), is read by the
 * current version: nothing is lost by the later migrations, and the site continues. The rows are read as `move` reads
 * them, so that open games stay open; what a restore ends is tested in fairness/restore.
 *
 * The fixture is never regenerated to make this test pass. Where a migration moves rows to another table, add
 * the table's new name to `movedTo`.
 */
import { copyFileSync, createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { loadProofCheckers } from '@fairground/games/proof-checkers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../src/app/audit.ts';
import { loadGames } from '../../src/app/games.ts';
import { readArchive, type ArchiveSummary } from '../../src/platform/postgres/archive.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { backupFile, readBackupFixture } from '../backup-fixture.ts';
import { createControlledClock, type ControlledClock } from '../controlled-clock.ts';
import { createTestDatabase, type TestDatabase } from '../harness.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

const checkers = await loadProofCheckers();

const name = 'played-site';
const fixture = readBackupFixture(name);

/** Tables of the fixture that have another name today. */
const movedTo: Readonly<Record<string, string>> = {};
/** Games that the site of the backup did not have; their migrations add their accounts. */
const newGames = (await loadGames()).filter(
  ({ id }) => !fixture.proofs.some(({ path }) => path.startsWith(`/fairness/${id}/`)),
);
/** Rows that later migrations add. */
const addedByMigrations: Readonly<Record<string, number>> = { account: newGames.length + 1, board_marks: 1 };

const folder = mkdtempSync(join(tmpdir(), 'fairground-old-backup-'));
let test: TestDatabase;
let read: ArchiveSummary;

beforeAll(async () => {
  test = await createTestDatabase({ connections: 3, isEmpty: true });
  copyFileSync(`${backupFile(name)}.key`, join(folder, 'seed.key'));
  read = await readArchive(createReadStream(backupFile(name)), test.address);
  const owner = openDatabase({ address: test.address, connections: 1, onError: () => undefined });
  await migrate(owner);
  await owner.close();
});
afterAll(async () => {
  await test?.close();
  rmSync(folder, { recursive: true, force: true });
});

const findViolations = async (): Promise<object[]> =>
  (await audit(test.database)).filter((finding) => finding.broken.length > 0);

describe('an old backup, restored and migrated', () => {
  it('is restored with a clean audit and an identical ledger', async () => {
    expect(read.ledgerHash).toBe(fixture.ledgerHash);
    expect(await findViolations()).toEqual([]);
  });

  it('has bets, games, tickets and accounts in every state, so that the test is not vacuous', () => {
    for (const table of ['aviator_bet', 'double_trouble_bet', 'minefield_game', 'lottery_draw'])
      expect(fixture.pending[table], table).toBeGreaterThan(0);
    for (const table of [
      'ad_view',
      'blog_like',
      'blog_post',
      'contact_message',
      'limit_change',
      'lottery_ticket',
      'newsletter_subscriber',
      'password_reset',
      'play_break',
      'player_seed',
      'referral',
      'socket_token',
      'standing',
      'wheel_spin',
    ])
      expect(fixture.rows[table], table).toBeGreaterThan(0);
    // Referral, ads, wheel, closed accounts, corrections, and the stakes of each game.
    for (const account of ['2', '3', '4', '5', '6', '10', '11', '12', '13'])
      expect(fixture.accounts[account], `account ${account}`).not.toBe(0);
    expect(fixture.accounts['5']).toBeGreaterThan(0);
  });

  it('has every row of every table', async () => {
    const rows: Record<string, number> = {};
    for (const table of Object.keys(fixture.rows)) {
      const text = `SELECT count(*)::int AS count FROM "${movedTo[table] ?? table}"`;
      const [row] = await test.database.query<{ count: number }>({ text, values: [] });
      rows[table] = (row?.count ?? 0) - (addedByMigrations[table] ?? 0);
    }
    expect(rows).toEqual(fixture.rows);
  });

  it('has the same sum in every account', async () => {
    const sums = await test.database.query<{ account: bigint; sum: bigint }>({
      text: `SELECT account, sum(amount)::bigint AS sum FROM (
          SELECT debit_account AS account, -amount AS amount FROM transfer
          UNION ALL SELECT credit_account, amount FROM transfer) t GROUP BY account`,
      values: [],
    });
    expect(Object.fromEntries(sums.map(({ account, sum }) => [String(account), Number(sum)]))).toEqual(
      fixture.accounts,
    );
  });
});

/** These tests depend on their order: the first read what was restored, the last continue to play. */
describe('a site on the restored database', () => {
  let time: ControlledClock;
  let testSite: TestSite;
  const tokens = new Map<string, string>();

  const call = async (method: 'GET' | 'POST', path: string, username = '', payload?: object) => {
    const token = tokens.get(username);
    const answer = await testSite.site.app.inject({
      method,
      url: `/api${path}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.body ? (answer.json() as unknown) : null };
  };

  beforeAll(async () => {
    time = await createControlledClock(test.address);
    testSite = await startTestSite({
      test: { ...test, close: () => time.close() },
      clock: time.clock,
      env: { SEED_KEY_FILE: join(folder, 'seed.key'), AVIATOR_COUNTDOWN_MS: '3000' },
    });
    for (const username of new Set(fixture.answers.map((answer) => answer.username))) {
      const body = { identifier: username, password: fixture.password };
      const answer = await call('POST', '/auth/login', '', body);
      expect(answer, username).toMatchObject({ status: 200 });
      tokens.set(username, (answer.body as { token: string }).token);
    }
  });
  afterAll(async () => {
    const stopping = testSite?.close();
    await time?.advance(5_000).catch(() => undefined);
    await stopping;
  });

  it('answers the settled bets and games of each player as before', async () => {
    for (const path of new Set(fixture.answers.map((answer) => answer.path)))
      expect(fixture.answers.some((answer) => answer.path === path && answer.items.length > 0)).toBe(true);
    for (const { username, path, items } of fixture.answers) {
      const { status, body } = await call('GET', path, username);
      expect(status).toBe(200);
      expect(body, `${username} ${path}`).toEqual(
        expect.arrayContaining(items.map((item) => expect.objectContaining(item))),
      );
    }
  });

  const check = (path: string, proof: unknown) => {
    const checker = checkers.get(path.split('/')[2] ?? '');
    if (!checker) throw new Error(`there is no check for ${path}`);
    return checker(proof);
  };

  it('returns the same proofs of every game, and each can be recomputed', async () => {
    const games = new Set(fixture.proofs.map(({ path }) => path.split('/')[2]));
    expect(games).toEqual(new Set(['aviator', 'doubleTrouble', 'lottery', 'mineField', 'wheel']));
    const revealed = new Set<string>();
    for (const { path, body } of fixture.proofs) {
      const answer = await call('GET', path);
      expect(answer.body, path).toMatchObject(body);
      const verdict = check(path, answer.body);
      if (body.seed === null) expect(verdict.fault, path).toBe('not_revealed');
      else {
        expect(verdict, path).toMatchObject({ ok: true });
        revealed.add(path.split('/')[2] ?? '');
      }
    }
    expect(revealed).toEqual(games);
  });

  it('opens the sealed seeds with the key of the backup', async () => {
    for (const { username, ...seeds } of fixture.seeds) {
      expect((await call('GET', '/fairness/seeds', username)).body).toMatchObject(seeds);
      const rotated = await call('POST', '/fairness/seeds/rotate', username, { clientSeed: 'after_years' });
      expect(rotated.body, username).toMatchObject({
        previous: { commitment: seeds.commitment, clientSeed: seeds.clientSeed, nonces: seeds.nonce },
        current: { commitment: seeds.nextCommitment },
      });
    }
    for (const { path, body } of fixture.proofs.filter((proof) => proof.body.seed === null)) {
      const answer = await call('GET', path);
      expect(answer.body, path).not.toMatchObject({ seed: body.seed });
      expect(check(path, answer.body), path).toMatchObject({ ok: true });
    }
  });

  it('continues the game that was in progress', async () => {
    const { id, username } = fixture.openMinefield;
    const current = await call('GET', '/mineField/current', username);
    expect(current.body).toMatchObject({ id, gemsFound: 1, gameState: 'Playing' });
    const paid = await call('POST', '/mineField/update', username, { id, gemsFound: 1 });
    expect(paid.body).toMatchObject({ game: { id, gameState: 'CashedOut' } });
  });

  it('settles everything that was open by the committed chains, with a clean audit', async () => {
    const open = async () => {
      const [row] = await test.database.query<{ bets: number; tickets: number }>({
        text: `SELECT (SELECT count(*) FROM aviator_bet WHERE outcome = 'pending')::int
            + (SELECT count(*) FROM double_trouble_bet WHERE outcome = 'pending')::int AS bets,
          (SELECT count(*) FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id
            WHERE d.state <> 'finished')::int AS tickets`,
        values: [],
      });
      return row;
    };
    expect((await open())?.bets).toBeGreaterThan(0);
    const settled = { bets: 0, tickets: 0 };
    const chains = `SELECT game, encode(terminal_hash, 'hex') AS hash FROM fairness_chain ORDER BY id`;
    const before = await test.database.query({ text: chains, values: [] });
    for (let strides = 0; strides < 60 && !isDeepStrictEqual(await open(), settled); strides++)
      await time.suspend(1_900);
    expect(await open()).toEqual(settled);
    // Continues into the next rounds.
    for (let strides = 0; strides < 5; strides++) await time.suspend(1_900);
    expect(await test.database.query({ text: chains, values: [] })).toEqual(before);
    expect(await findViolations()).toEqual([]);
  });
});
