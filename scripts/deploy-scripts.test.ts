/** The shell scripts in deploy/, with small programs in the place of those that they call. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = (name: string): string => join(import.meta.dirname, '../deploy', name);
let folder = '';
const inFolder = (name: string): string => join(folder, name);
const writeProgram = (name: string, text: string): void => {
  mkdirSync(inFolder('bin'), { recursive: true });
  writeFileSync(inFolder(`bin/${name}`), `#!/bin/sh\nset -eu\n${text}\n`);
  chmodSync(inFolder(`bin/${name}`), 0o755);
};
const pathWithPrograms = (): string => `${inFolder('bin')}:${process.env['PATH'] ?? ''}`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairground-deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('fairground-backup', () => {
  const names = (of: string): string[] => readdirSync(inFolder(of)).toSorted();
  const backUp = (time: string): number | null => {
    writeProgram('date', `[ "$*" = '-u +%F-%H%M' ]\necho ${time}`);
    writeProgram('admin', '[ "$1" = backup ]\n[ ! -e "$2" ]\necho rows > "$2"\necho key > "$2.key"');
    return spawnSync('sh', [script('fairground-backup')], {
      env: {
        PATH: pathWithPrograms(),
        FAIRGROUND_ADMIN: inFolder('bin/admin'),
        BACKUPS: inFolder('backups'),
        BACKUP_KEYS: inFolder('keys'),
        POSTS: inFolder('posts'),
      },
    }).status;
  };

  beforeEach(() => {
    for (const name of ['backups', 'keys', 'posts']) mkdirSync(inFolder(name));
  });

  it('can be run more than once a day, and puts keys elsewhere', () => {
    expect(backUp('2026-11-21-0315')).toBe(0);
    expect(backUp('2026-11-21-1040')).toBe(0);
    expect(names('backups')).toEqual([
      '2026-11-21-0315.backup',
      '2026-11-21-0315.backup.posts.tar',
      '2026-11-21-1040.backup',
      '2026-11-21-1040.backup.posts.tar',
    ]);
    expect(names('keys')).toEqual(['2026-11-21-0315.backup.key', '2026-11-21-1040.backup.key']);
  });

  it('deletes what is old, also what an interrupted run has left, and nothing else', () => {
    const [recent, old] = [10, 20].map((days) => Date.now() / 1_000 - days * 86_400);
    const left = ['backup', 'backup.unfinished', 'backup.key', 'backup.posts.tar'].map(
      (end) => `backups/old.${end}`,
    );
    for (const name of [...left, 'keys/old.backup.key', 'backups/notes']) {
      writeFileSync(inFolder(name), '');
      utimesSync(inFolder(name), old ?? 0, old ?? 0);
    }
    writeFileSync(inFolder('backups/recent.backup'), '');
    utimesSync(inFolder('backups/recent.backup'), recent ?? 0, recent ?? 0);
    expect(backUp('2026-11-21-0315')).toBe(0);
    expect(names('backups').filter((name) => !name.startsWith('2026'))).toEqual(['notes', 'recent.backup']);
    expect(names('keys')).toEqual(['2026-11-21-0315.backup.key']);
  });
});

describe('fairground-release', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves no folder when %s ends it', async (signal) => {
    writeProgram('git', `case "$*" in *rev-parse*) echo 0123456789ab;; esac`);
    writeProgram('npm', `touch ${inFolder('builds')}\nsleep 30`);
    const release = spawn('sh', [script('fairground-release'), 'repository', 'v1'], {
      detached: true,
      stdio: 'ignore',
      env: { PATH: pathWithPrograms(), FAIRGROUND_ROOT: inFolder('opt') },
    });
    const ended = once(release, 'close');
    await expect.poll(() => existsSync(inFolder('builds')), { timeout: 10_000 }).toBe(true);
    expect(readdirSync(inFolder('opt/releases'))).toHaveLength(1);
    // As a terminal does: the whole group.
    process.kill(-(release.pid ?? 0), signal);
    await ended;
    expect(readdirSync(inFolder('opt/releases'))).toEqual([]);
  });
});
