/** F19: the database written to a file and restored, and the operator's commands for it. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../staff/commands/run.ts';
import { audit } from '../../site/audit.ts';
import { readArchive, writeArchive } from './archive.ts';
import { addPlayer, createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { waitsForLock } from '../../../test/lock-waits.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { aviatorSteps } from '../../../../../games/aviator/test/scenario-steps.ts';
import { runScenario } from '../../../test/scenario.ts';
import { urlOf } from '../../../test/shared-postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairground-archive-'));
const open: TestDatabase[] = [];
let filled: TestDatabase;
let archive: Buffer;
let ledgerHash: string;

const createDatabase = async (): Promise<TestDatabase> => {
  const test = await createTestDatabase({ connections: 3 });
  open.push(test);
  return test;
};

/** A name with characters that COPY's text format escapes. */
const awkward = 'tab\t, line\n, return\r, back\\slash, \\., \u2028, "quotes" and ümlauts 🎡';

beforeAll(async () => {
  filled = await createDatabase();
  await runScenario(
    filled.database,
    `player alice 1000
     player bob 500
     round 5.00x
     bet alice 100 ok
     bet bob 50 auto 2.00x ok
     fly 3000
     cashout alice 1.30x ok
     crash
     balance alice 1030`,
    aviatorSteps(filled.database),
  );
  await filled.rows(
    `INSERT INTO contact_message (name, email, title, description) VALUES ($1, 'a@example.org', 't', 'd')`,
    awkward,
  );
  const chunks: Buffer[] = [];
  const target = new PassThrough();
  target.on('data', (chunk: Buffer) => chunks.push(chunk));
  ({ ledgerHash } = await writeArchive(filled.address, target));
  archive = Buffer.concat(chunks);
});
afterAll(async () => {
  for (const test of open) await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = async (test: TestDatabase): Promise<Record<string, unknown>> => {
  const tables = [
    'player',
    'wallet',
    'transfer',
    'aviator_bet',
    'aviator_round',
    'contact_message',
    'site_zone',
  ];
  const all: Record<string, unknown> = {};
  for (const table of tables) {
    const [row] = await test.rows<{ rows: unknown }>(
      `SELECT json_agg(t ORDER BY t::text) AS rows FROM ${table} t`,
    );
    all[table] = row?.rows;
  }
  return all;
};

describe('an archive', () => {
  it('restores the same rows and the same ledger with a clean audit', async () => {
    const target = await createDatabase();
    const read = await readArchive(Readable.from([archive]), target.address);
    expect(read.ledgerHash).toBe(ledgerHash);
    expect(read.tables['player']).toBe(2);
    expect(await rowsOf(target)).toEqual(await rowsOf(filled));
    const [message] = await target.rows<{ name: string }>(`SELECT name FROM contact_message`);
    expect(message?.name).toBe(awkward);
    const violations = await target.findViolations();
    const before = await filled.findViolations();
    expect(violations.map(({ states }) => states)).toEqual(before.map(({ states }) => states));
  });

  it('continues the ids after a restore, and transfers are immutable again', async () => {
    const target = await createDatabase();
    await readArchive(Readable.from([archive]), target.address);
    await runScenario(target.database, `player carol 100\nbalance carol 100`);
    await expect(target.rows(`UPDATE transfer SET amount = 1`)).rejects.toThrow();
  });

  it('has the rows of a table that a migration rewrites while the archive is begun', async () => {
    const source = await createDatabase();
    await addPlayer(source.database, 'dora', 100);
    const target = new PassThrough();
    target.resume();
    const writing = await source.database.transaction(async (query) => {
      await query({ text: 'SET LOCAL ROLE NONE', values: [] });
      await query({ text: 'LOCK TABLE contact_message IN ACCESS EXCLUSIVE MODE', values: [] });
      const written = writeArchive(source.address, target);
      expect(await waitsForLock(source.database, 'contact_message', written)).toBe(true);
      await queryAsOwner(
        source.database,
        'ALTER TABLE wallet ADD COLUMN rewritten text DEFAULT clock_timestamp()::text',
      );
      return { written };
    });
    expect((await writing.written).tables['wallet']).toBe(1);
  });

  it('is refused by a database with players', async () => {
    await expect(readArchive(Readable.from([archive]), filled.address)).rejects.toThrow('not empty');
  });

  const damaged: [string, () => Buffer][] = [
    ['cut off', () => archive.subarray(0, archive.length - 100)],
    ['no archive at all', () => Buffer.from('hello')],
    ['of another kind', () => gzipSync('{"format":7}\n')],
    ['with a coin more', () => gzipSync(gunzipSync(archive).toString().replace('\t1000\t', '\t1001\t'))],
    [
      'without one row',
      () =>
        gzipSync(
          gunzipSync(archive)
            .toString()
            .replace(/\n[^\n]*a@example\.org[^\n]*\n/, '\n'),
        ),
    ],
  ];
  it.each(damaged)('%s leaves the database as it was', async (_name, make) => {
    const target = await createDatabase();
    const broken = make();
    expect(broken.equals(archive)).toBe(false);
    await expect(readArchive(Readable.from([broken]), target.address)).rejects.toThrow();
    expect(await target.rows('SELECT FROM player')).toEqual([]);
  });
});

describe('npm run admin', () => {
  const admin = async (test: TestDatabase, ...words: string[]): Promise<{ code: number; text: string }> => {
    const lines: string[] = [];
    const env = { DATABASE_URL: urlOf(test.address), DATA_DIR: folder };
    const code = await runAdmin(words, env, (line) => lines.push(line));
    return { code, text: lines.join('\n') };
  };

  it('backs up to a file and restores it into an empty database', async () => {
    const file = join(folder, 'all.backup');
    const written = await admin(filled, 'backup', file);
    expect(written, written.text).toMatchObject({ code: 0 });
    const hash = /ledger is ([0-9a-f]{64})/.exec(written.text)?.[1];
    const target = await createDatabase();
    const read = await admin(target, 'restore', file);
    expect(read.text).toContain(hash);
    expect((await admin(filled, 'backup', file)).code).toBe(2);
    expect((await admin(filled, 'restore', file)).text).toContain('not empty');
  });

  it('follows no link and overwrites nothing, neither the archive nor its key', async () => {
    const target = join(folder, 'precious');
    const seedKey = join(folder, 'seed.key');
    writeFileSync(seedKey, `${'ab'.repeat(32)}\n`, { mode: 0o600 });
    for (const [file, taken] of [
      ['linked.backup', 'linked.backup.unfinished'],
      ['dangling.backup', 'dangling.backup'],
      ['keyed.backup', 'keyed.backup.key'],
    ] as const) {
      for (const content of ['precious', null]) {
        rmSync(target, { force: true });
        if (content !== null) writeFileSync(target, content);
        symlinkSync(target, join(folder, taken));
        const refused = await admin(filled, 'backup', join(folder, file));
        expect(refused, refused.text).toEqual({ code: 2, text: `${join(folder, taken)} already exists.` });
        expect(existsSync(target) ? readFileSync(target, 'utf8') : null).toBe(content);
        expect(readlinkSync(join(folder, taken))).toBe(target);
        rmSync(join(folder, taken));
        expect(readdirSync(folder).filter((name) => name.startsWith(file))).toEqual([]);
      }
    }
    writeFileSync(join(folder, 'keyed.backup.key'), 'the key of another backup');
    expect((await admin(filled, 'backup', join(folder, 'keyed.backup'))).code).toBe(2);
    expect(readFileSync(join(folder, 'keyed.backup.key'), 'utf8')).toBe('the key of another backup');
    const done = await admin(filled, 'backup', join(folder, 'free.backup'));
    expect(done, done.text).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'free.backup.key'))).toEqual(readFileSync(seedKey));
    for (const name of ['free.backup', 'free.backup.key']) {
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    }
    rmSync(seedKey);
  });

  it('records what the operator reads: players found, messages listed and shown', async () => {
    const [message] = await filled.rows<{ id: bigint }>(`SELECT id FROM contact_message`);
    const [alice] = await filled.rows<{ id: bigint }>(`SELECT id FROM player WHERE username = 'alice'`);
    expect((await admin(filled, 'players', 'find', 'ALICE@example')).text).toContain('alice@example.org');
    expect((await admin(filled, 'players', 'find', 'nobody@example.net')).text).toBe('(none)');
    expect((await admin(filled, 'contact', 'list')).text).toContain('a@example.org');
    expect((await admin(filled, 'contact', 'show', String(message?.id))).code).toBe(0);
    expect((await admin(filled, 'contact', 'show', '987654')).code).toBe(2);
    const log = await filled.rows(
      `SELECT command, details FROM operator_log WHERE command ~ 'find|contact' ORDER BY id`,
    );
    expect(log).toEqual([
      { command: 'players find', details: { players: [String(alice?.id)] } },
      { command: 'players find', details: { players: [] } },
      { command: 'contact list', details: { messages: [String(message?.id)] } },
      { command: 'contact show', details: { id: String(message?.id) } },
    ]);
  });

  it('corrects coins by a transfer with a reason, never below zero, and not in a dry run', async () => {
    const coins = async () =>
      (
        await filled.rows<{ coins: bigint; winnings: bigint }>(
          `SELECT w.coins, w.winnings FROM wallet w JOIN player p ON p.id = w.player_id WHERE p.username = 'alice'`,
        )
      )[0];
    const before = await coins();
    const dry = await admin(filled, 'players', 'correct', 'alice', '+50', '--reason', 'a test', '--dry-run');
    expect(dry.text).toContain('nothing was changed');
    expect(await coins()).toEqual(before);
    expect((await admin(filled, 'players', 'correct', 'ALICE', '+50', '--reason', 'a gift')).code).toBe(0);
    expect(await coins()).toEqual({ coins: 950n, winnings: 130n });
    // Coins are taken first, then winnings.
    expect((await admin(filled, 'players', 'correct', 'alice', '-1000', '--reason', 'too much')).code).toBe(
      0,
    );
    expect(await coins()).toEqual({ coins: 0n, winnings: 80n });
    expect((await admin(filled, 'players', 'correct', 'alice', '-81', '--reason', 'too much')).code).toBe(2);
    expect((await admin(filled, 'players', 'correct', 'alice', '+1')).code).toBe(2);
    const findings = await audit(filled.database);
    expect(findings.filter(({ line, broken }) => /^I[1-6]$/.test(line) && broken.length > 0)).toEqual([]);
    const log = await admin(filled, 'log');
    expect(log.text.match(/players correct/g)).toHaveLength(2);
  });

  it('I18: compares a record of acknowledgements with the ledger', async () => {
    const [bet] = await filled.rows<{ id: bigint }>(`SELECT id FROM aviator_bet WHERE amount = 100`);
    const record = join(folder, 'acks');
    const line = (entry: object) => `${JSON.stringify(entry)}\n`;
    const acknowledgement = { game: 'aviator', bet: String(bet?.id), amount: 100, outcome: 'acknowledged' };
    writeFileSync(
      record,
      line(acknowledgement) + line({ ...acknowledgement, bet: '9999', outcome: 'refused' }),
    );
    expect((await admin(filled, 'audit', '--acks', record)).text).toContain('ok      I18');
    for (const lie of [
      { ...acknowledgement, bet: '9999' },
      { ...acknowledgement, amount: 101 },
      { ...acknowledgement, outcome: 'refused' },
    ]) {
      writeFileSync(record, line(lie));
      const { code, text } = await admin(filled, 'audit', '--acks', record);
      expect(text, JSON.stringify(lie)).toContain('FAILED  I18');
      expect(code).toBe(1);
    }
  });

  it('documents every command and rejects unknown ones', async () => {
    const { code, text } = await admin(filled, 'help');
    expect(code).toBe(0);
    const names = [...text.matchAll(/^ {2}([a-z]+(?: [a-z][a-z-]*)?)(?= [A-Z[-]|$)/gm)].map(
      (match) => match[1] ?? '',
    );
    expect(names).toContain('players correct');
    for (const name of names.filter((each) => each !== 'help')) {
      const explained = await admin(filled, ...name.split(' '), '--help');
      expect(explained, name).toMatchObject({ code: 0 });
      expect(explained.text.length).toBeGreaterThan(name.length + 20);
    }
    expect((await admin(filled, 'explode')).code).toBe(2);
    expect((await admin(filled, 'players', 'suspend', 'nobody')).text).toContain('There is no player nobody');
    expect((await admin(filled, 'players', 'suspend', 'alice', '--force')).code).toBe(2);
  });
});
