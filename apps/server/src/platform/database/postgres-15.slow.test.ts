/** The oldest supported PostgreSQL, where Debian's is installed: migrations and a played round. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { audit } from '../../site/audit.ts';
import { openDatabase } from './database.ts';
import { findApplicationRole } from './database-roles.ts';
import { migrate } from './migrate.ts';
import { until } from '../../../test/player-client.ts';
import { aviatorSteps } from '../../../../../games/aviator/test/scenario-steps.ts';
import { runScenario } from '../../../test/scenario.ts';

const binaries = '/usr/lib/postgresql/15/bin';
const isInstalled = existsSync(join(binaries, 'initdb'));
if (!isInstalled)
  console.log('PostgreSQL 15 is not installed, its test is skipped. On Debian: apt-get install postgresql.');

const folder = mkdtempSync(join(tmpdir(), 'fairground-pg15-'));
let server: ChildProcess | undefined;

/** PostgreSQL refuses to run as root; as root, its server is run by Debian's user for it. */
const asServer = (program: string, args: string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? [
        'setpriv',
        ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(binaries, program), ...args],
      ]
    : [join(binaries, program), args];

afterAll(async () => {
  const running = server;
  if (running) {
    const gone = new Promise((resolve) => running.once('close', resolve));
    running.kill('SIGINT');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(isInstalled)('PostgreSQL 15', () => {
  it('applies the migrations twice and plays a round with a clean audit', async () => {
    const data = join(folder, 'data');
    if (process.getuid?.() === 0) {
      const ids = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString()));
      chownSync(folder, ids[0] ?? 0, ids[1] ?? 0);
    }
    const [initdb, initArgs] = asServer('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']);
    expect(spawnSync(initdb, initArgs, { cwd: folder }).status).toBe(0);
    const [postgres, serverArgs] = asServer('postgres', [
      '-D',
      data,
      '-k',
      folder,
      '-c',
      'listen_addresses=',
    ]);
    server = spawn(postgres, serverArgs, { cwd: folder, stdio: 'ignore' });
    const address = { host: folder, user: 'postgres', database: 'postgres' };
    const owner = openDatabase({ address, connections: 2, onError: () => undefined });
    await until('the server answers', () => owner.isWritable());
    const version = await owner.query<{ server_version: string }>({
      text: 'SHOW server_version',
      values: [],
    });
    expect(version[0]?.server_version).toMatch(/^15\./);
    const applied = await Promise.all([migrate(owner), migrate(owner)]);
    const root = fileURLToPath(new URL('../../../../..', import.meta.url));
    const files = globSync(['apps/server/schema/*.sql', 'games/*/server/migrations/*.sql'], { cwd: root });
    // And the functions.
    expect(applied.flat()).toHaveLength(files.length + 1);
    const role = await findApplicationRole(owner);
    expect(role).toBe('fairground_app');
    const database = openDatabase({ address, role, connections: 4, onError: () => undefined });
    await runScenario(
      database,
      `player alice 1000
      round 5.00x
      bet alice 100 auto 2.00x ok
      fly 3000
      crash
      balance alice 1100 winnings 200`,
      aviatorSteps(database),
    );
    expect((await audit(owner)).filter(({ broken }) => broken.length > 0)).toEqual([]);
    await database.close();
    await owner.close();
  });
});
