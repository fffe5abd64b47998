/**
 * Linux on arm64 as far as QEMU's user mode shows it: a folder made by root.sh, and namespaces in which this machine's
 * kernel starts programs of arm64 by the emulator. Nothing outside of the folder and the namespaces is changed, and no
 * rights are needed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { demand, runTool, type Ran } from '../readers/reading.ts';

export type Env = Readonly<Record<string, string>>;

export interface Machine {
  /** Runs to the end, in the folder of the site. */
  run(command: readonly string[], limits: { env: Env; timeoutMs: number }): Promise<Ran>;
  start(command: readonly string[], env: Env): ChildProcess;
  /** Sends a signal to a program that was started: it is a child of the one that entered the machine. */
  signal(started: ChildProcess, name: NodeJS.Signals): void;
  /** Ends all of its processes. */
  end(): void;
}

/** What the head of a program of arm64 looks like, and which of its bits count. */
const magic = String.raw`\x7fELF\x02\x01\x01${String.raw`\x00`.repeat(9)}\x02\x00\xb7\x00`;
const [all, none] = [String.raw`\xff`, String.raw`\x00`];
const mask = `${all.repeat(7)}${none}${all.repeat(8)}${String.raw`\xfe`}${all.repeat(3)}`;

/** PostgreSQL does not run as root: the inner namespace has an ordinary user. */
const open = `set -e
mount -t binfmt_misc none "$1/sys"
printf %s ":arm:M::$2:$3:/emulator/start-$4:" > "$1/sys/register"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
exec unshare --user --map-user=1000 --map-group=1000 --root="$1" --wd=/fairground sleep infinity`;

/** What to change so that the kernel lets this user name an emulator; undefined where it does. */
export const missingInKernel = async (): Promise<string | undefined> => {
  const mount = ['mount', '-t', 'binfmt_misc', 'none', '/mnt'];
  const { code } = await runTool('unshare', ['--user', '--map-root-user', '--mount', ...mount]);
  return code === 0 ? undefined : 'the kernel is missing: Linux 6.7 with binfmt_misc and namespaces of users';
};

export const startMachine = async (root: string, pageBytes: number): Promise<Machine> => {
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child'];
  const script = ['sh', '-c', open, 'sh', root, magic, mask, String(pageBytes)];
  const holder = spawn('unshare', [...namespaces, ...script], { stdio: ['ignore', 'inherit', 'inherit'] });
  let init: number | undefined;
  for (let tries = 0; init === undefined || !isEmulated(init); tries++) {
    demand(holder.exitCode === null && tries < 600, 'the namespaces of the machine could not be made');
    await pause(50);
    init = childOf(holder);
  }
  const first = init;
  // The root and the folder are those of that process: a path would lead to what is below the mounts.
  const entered = ['--user', '--mount', '--pid', '--preserve-credentials', '--root', '--wd'];
  const fixed = ['PATH=/usr/local/bin:/usr/bin:/bin', 'HOME=/home/fair'];
  const enter = (command: readonly string[], env: Env): string[] => {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return ['--target', String(first), ...entered, '/usr/bin/env', '-i', ...fixed, ...variables, ...command];
  };
  return {
    run: (command, { env, timeoutMs }) => runTool('nsenter', enter(command, env), { timeoutMs }),
    start: (command, env) => spawn('nsenter', enter(command, env), { stdio: ['ignore', 'pipe', 'pipe'] }),
    signal(started, name) {
      const program = childOf(started);
      if (program !== undefined) process.kill(program, name);
    },
    end() {
      // The kernel ends what is in a namespace of processes with the first of them.
      if (holder.exitCode === null) process.kill(first, 'SIGKILL');
    },
  };
};

const ofProcess = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    // It has ended.
    return undefined;
  }
};

const childOf = ({ pid }: ChildProcess): number | undefined =>
  ofProcess(() => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])) ||
  undefined;

/** The last program of the script that opens the machine is. */
const isEmulated = (pid: number): boolean =>
  ofProcess(() => readlinkSync(`/proc/${pid}/exe`))?.endsWith('/emulator/qemu') ?? false;
