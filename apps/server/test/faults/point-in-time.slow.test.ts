/** Recovery to a point in time with the files of deploy/, where Debian's PostgreSQL is installed. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.ts';
import { audit } from '../../src/app/audit.ts';
import { findApplicationRole } from '../../src/platform/postgres/database-roles.ts';
import { openDatabase, type Database } from '../../src/platform/postgres/database.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { PlayerClient, until } from '../player-client.ts';
import { urlOf } from '../shared-postgres.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1);
if (initdb === undefined)
  console.log(
    'PostgreSQL is not installed, recovery to a point in time is skipped. On Debian: apt-get install postgresql.',
  );
const binaries = dirname(initdb ?? '/');
const deploy = fileURLToPath(new URL('../../../../deploy', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'fairground-recovery-'));
const [data, archive, copies, scripts] = ['data', 'archive', 'copies', 'scripts'].map((name) =>
  join(folder, name),
) as [string, string, string, string];
const address = { host: folder, port: 5432, user: 'postgres', password: 'none', database: 'postgres' };
let server: ChildProcess | undefined;

/** PostgreSQL refuses to run as root; as root, its programs are run by Debian's user for it. */
const isRoot = process.getuid?.() === 0;
const asServer = (program: string, args: readonly string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
    : [program, [...args]];
const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}`,
  PGHOST: folder,
  PGUSER: 'postgres',
};

const runAsServer = (program: string, ...args: string[]): string => {
  const [command, words] = asServer(program, args);
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, env: environment });
  expect(status, `${program}: ${stderr.toString()}`).toBe(0);
  return stdout.toString().trim();
};

const startServer = (): void => {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    archive_mode: 'on',
    archive_command: `${join(scripts, 'fairground-wal-archive')} "%p" "${archive}/%f"`,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, args] = asServer(join(binaries, 'postgres'), ['-D', data, ...options]);
  server = spawn(command, args, { cwd: folder, env: environment, stdio: 'ignore' });
};

/** `SIGQUIT` ends it as a crash would: nothing is written any more. */
const stopServer = async (signal: NodeJS.Signals): Promise<void> => {
  const running = server;
  if (!running) return;
  const gone = new Promise((resolve) => running.once('close', resolve));
  running.kill(signal);
  await gone;
  server = undefined;
};

/** Not under the name of a site, which commands would refuse to run next to. */
const applicationName = 'fairground-test';
const openOwner = (): Database =>
  openDatabase({ address, connections: 2, applicationName, onError: () => undefined });
const rowsOf = <Row extends object>(database: Database, text: string, ...values: unknown[]) =>
  database.query<Row>({ text, values });

afterAll(async () => {
  await stopServer('SIGINT');
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(initdb !== undefined)('recovery to a point in time', () => {
  it('has what was committed until that second, nothing from later, and sound books', async () => {
    for (const each of [archive, copies, scripts]) mkdirSync(each);
    // The server's user may not be able to read the repository.
    for (const script of ['fairground-wal-archive', 'fairground-base-backup', 'fairground-recover']) {
      cpSync(join(deploy, script), join(scripts, script));
      chmodSync(join(scripts, script), 0o755);
    }
    if (isRoot) {
      const ids = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString()));
      for (const each of [folder, archive, copies, scripts]) chownSync(each, ids[0] ?? 0, ids[1] ?? 0);
    }
    runAsServer(join(binaries, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync');
    startServer();
    let owner = openOwner();
    await until('the server answers', () => owner.isWritable());
    await migrate(owner);

    const role = await findApplicationRole(owner);
    const started: TestSite[] = [];
    const open = async (): Promise<TestSite> => {
      const [first] = started;
      const database = openDatabase({
        address,
        role,
        connections: 2,
        applicationName,
        onError: () => undefined,
      });
      const site = await startTestSite({
        test: { address, database, close: () => database.close() },
        env: {
          SIGNUP_COINS: '100000',
          DOUBLE_TROUBLE_INTERVAL_MS: '1000',
          DOUBLE_TROUBLE_CLOSE_MS: '0',
          ...(first ? { SEED_KEY_FILE: join(first.dataDir, 'seed.key') } : {}),
        },
        chainLinks: 512,
      });
      started.push(site);
      return site;
    };
    const play = async (player: PlayerClient): Promise<void> => {
      const strike = await player.call('POST', '/highStriker/create', { amount: 100, target: 2 });
      const bet = await player.call('POST', '/doubleTrouble/create', { drawType: 'Over', amount: 10 });
      expect(strike.status).toBe(201);
      // A draw may take place at this moment.
      expect(bet.body.code ?? 'taken').toMatch(/^(taken|betting_closed)$/);
    };
    const register = async (site: TestSite, name: string): Promise<PlayerClient> => {
      const player = new PlayerClient(site.site.url, name);
      await player.register();
      return player;
    };

    const site = await open();
    const alice = await register(site, 'alice');
    await play(alice);
    const copy =
      runAsServer(join(scripts, 'fairground-base-backup'), copies, archive).split('\n').at(-1) ?? '';
    expect(existsSync(join(copy, 'base.tar.gz'))).toBe(true);

    await register(site, 'before');
    for (let turn = 0; turn < 10; turn++) await play(alice);
    // What moves coins is over, so that the moment lies between two commits of the ledger.
    await until('all bets are settled', async () => {
      const open = await rowsOf(owner, `SELECT FROM double_trouble_bet WHERE outcome = 'pending'`);
      return open.length === 0;
    });
    const readMoment = `SELECT clock_timestamp()::text AS at, count(*)::integer AS transfers,
      md5(string_agg(t::text, ';' ORDER BY t.id)) AS hash FROM transfer t`;
    interface Moment {
      at: string;
      transfers: number;
      hash: string;
    }
    const [moment] = await rowsOf<Moment>(owner, readMoment);
    if (!moment) throw new Error('the moment was not read');
    expect(moment.transfers).toBeGreaterThan(20);

    const after = await register(site, 'afterwards');
    for (let turn = 0; turn < 10; turn++) await play(after);
    const [switched] = await rowsOf<{ segment: string }>(
      owner,
      'SELECT pg_walfile_name(pg_switch_wal()) AS segment',
    );
    await until('the last segment is archived', () =>
      existsSync(join(archive, `${switched?.segment ?? ''}.gz`)),
    );
    await site.site.stop();
    await site.test.close();
    await owner.close();
    await stopServer('SIGQUIT');
    rmSync(data, { recursive: true });

    runAsServer(join(scripts, 'fairground-recover'), copy, archive, data, moment.at);
    startServer();
    owner = openOwner();
    await until('the server has recovered', () => owner.isWritable());
    const { transfers, hash } = moment;
    expect(await rowsOf(owner, readMoment)).toMatchObject([{ transfers, hash }]);
    const names = await rowsOf<{ username: string }>(owner, 'SELECT username FROM player ORDER BY id');
    expect(names.map(({ username }) => username)).toEqual(['alice', 'before']);

    const lines: string[] = [];
    const env = { DATABASE_URL: urlOf(address), DATA_DIR: site.dataDir };
    const code = await runAdmin(['fairness', 'restart'], env, (line) => lines.push(line));
    expect(code, lines.join('\n')).toBe(0);
    expect((await audit(owner)).filter(({ broken }) => broken.length > 0)).toEqual([]);

    const again = await open();
    await play(await register(again, 'newcomer'));
    await again.close();
    await owner.close();
    rmSync(site.dataDir, { recursive: true, force: true });
  }, 120_000);
});
