/**
 * How PostgreSQL's programs are started: never as root, which they refuse, and never outliving the site.
 * The ways are tried in order of preference, because containers and machines differ in what they allow.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-lock.ts';

export interface Launcher {
  /** The required owner of the server's folders; null for the user who runs the site. */
  owner: Account | null;
  /** Output goes to a pipe on standard error; standard output is dropped. */
  launch(program: string, args: readonly string[]): ChildProcess;
}

interface Way {
  owner: Account | null;
  prefix: readonly string[];
  /** Node itself changes the user, where no helper program does. */
  runAs: Account | null;
  /** A parent-death signal was requested in `prefix`; otherwise a watch on a pipe replaces it. */
  endsWithParent: boolean;
}

/** `entered` are the folders that PostgreSQL must be able to pass through. */
export function chooseLauncher(
  binaries: PostgresBinaries,
  dataFolder: string,
  entered: readonly string[],
): Launcher {
  let reason = '';
  for (const way of possibleWays(dataFolder, binaries.reads, entered)) {
    const [command, ...args] = [...way.prefix, binaries.postgres, '--version'];
    const probe = spawnSync(command, args, { ...spawnOptions(way, binaries), encoding: 'utf8' });
    if (probe.status === 0)
      return { owner: way.owner, launch: (program, args) => launch(way, binaries, program, args) };
    reason = probe.error?.message ?? probe.stderr.trim().split('\n').at(-1) ?? '';
  }
  throw new EmbeddedPostgresError(
    `The embedded database cannot be started here (${reason}): set DATABASE_URL to a PostgreSQL ` +
      'server, or run the site as an ordinary user.',
  );
}

const endWithParent = ['--pdeathsig', 'INT'];

function possibleWays(dataFolder: string, read: readonly string[], entered: readonly string[]): Way[] {
  const linux = process.platform === 'linux';
  if (process.getuid?.() !== 0) {
    const plain = { owner: null, runAs: null };
    const watched = { ...plain, prefix: [], endsWithParent: false };
    return linux
      ? [{ ...plain, prefix: ['setpriv', ...endWithParent], endsWithParent: true }, watched]
      : [watched];
  }

  const owner = serverAccount(dataFolder);
  const asOwner = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  // The capability is given only where it is needed, for it opens every file to the server.
  const { pass, use } = permission;
  if (
    read.every((file) => canReach(owner, file, use)) &&
    entered.every((folder) => canReach(owner, folder, pass))
  ) {
    const watched = { owner, prefix: [], runAs: owner, endsWithParent: false };
    const signalled = { owner, prefix: [...asOwner, ...endWithParent], runAs: null, endsWithParent: true };
    return linux ? [signalled, watched] : [watched];
  }
  const throughFolders = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
    ...endWithParent,
  ];
  // Inside its own user namespace the server sees itself, and root's files, as an ordinary user's.
  const ownNamespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  return [
    { owner, prefix: [...asOwner, ...throughFolders], runAs: null, endsWithParent: true },
    {
      owner: null,
      prefix: [...ownNamespace, 'setpriv', ...endWithParent],
      runAs: null,
      endsWithParent: true,
    },
    { owner: null, prefix: ownNamespace, runAs: null, endsWithParent: false },
  ];
}

function spawnOptions(way: Way, binaries: PostgresBinaries): SpawnOptions {
  // The server's user may not be able to enter the site's working directory.
  return { cwd: '/', env: binaries.env, ...way.runAs };
}

function launch(
  way: Way,
  binaries: PostgresBinaries,
  program: string,
  args: readonly string[],
): ChildProcess {
  const [command = '', ...rest] = [...way.prefix, program, ...args];
  const child = spawn(command, rest, {
    ...spawnOptions(way, binaries),
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate session: Ctrl-C in a terminal reaches the site, which drains before it stops this.
    detached: true,
  });
  if (!way.endsWithParent) watchParent(child);
  return child;
}

/** A shell that waits until this process's end of a pipe closes, however the process ends. */
function watchParent(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const watch = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.on('error', () => child.kill('SIGINT'));
  watch.unref();
  child.once('exit', () => watch.kill('SIGKILL'));
}

/** The owner of existing files, else a user that every system has. */
function serverAccount(dataFolder: string) {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const present = statSync(dataFolder, { throwIfNoEntry: false });
  // PostgreSQL needs its user to be in the list of users.
  const known = users.find((user) => user.uid !== 0 && user.uid === present?.uid);
  const chosen =
    known ??
    ['postgres', '_postgres', 'nobody'].map((name) => users.find((user) => user.name === name)).find(Boolean);
  if (chosen === undefined) {
    throw new EmbeddedPostgresError(
      'The embedded database does not run as root, and there is no user "postgres" or "nobody" to run ' +
        'it: run the site as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid: chosen.uid, gid: chosen.gid };
}

export type Account = ReturnType<typeof serverAccount>;

/** Bits of a file's mode. */
const permission = { pass: 1, use: 4 } as const;

/** Judged by mode bits alone; where access lists differ, the answer errs on the side of no. */
function canReach(account: Account, target: string, wanted: number): boolean {
  const real = realpathSync(target);
  const allowed = allows(account, real, wanted);
  for (let folder = path.dirname(real); ; folder = path.dirname(folder)) {
    if (!allows(account, folder, permission.pass)) return false;
    if (folder === path.dirname(folder)) return allowed;
  }
}

function allows(account: Account, file: string, wanted: number): boolean {
  const { mode, uid, gid } = statSync(file);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & wanted) !== 0;
}
