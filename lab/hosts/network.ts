/**
 * Hosts on this machine, each with processes, addresses and folders of its own: Linux namespaces, joined by a bridge
 * that has a namespace too. Nothing of it is reachable from outside, and all of it ends with this process, however
 * that ends: the first process of a host reads from a pipe, and a host ends with its first process.
 */
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { openSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a host runs, again a second after it has ended, as systemd does. */
export interface Service {
  name: string;
  user: string;
  command: readonly string[];
  env?: Record<string, string>;
}

interface Started {
  child: ChildProcess;
  pid: number;
}

export interface Network {
  readonly folder: string;
  close(): void;
  /** In the namespace of the bridge. */
  ip(...args: string[]): void;
  /** The kernel keeps the link of a host that has ended for a while. */
  removeLink(name: string): void;
}

const execute = promisify(execFile);
const restartAfterMs = 1_000;

/** The first process of new namespaces, which they end with. */
const startNamespaces = async (options: readonly string[], script: string): Promise<Started> => {
  const child = spawn('unshare', [...options, 'bash', '-ec', `${script}; echo up; read -r _ || true`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const up = once(child.stdout, 'data');
  await Promise.race([
    up,
    once(child, 'exit').then(() => {
      throw new Error('the namespaces of a host were refused: see above');
    }),
  ]);
  return { child, pid: options.includes('--fork') ? childOf(child.pid ?? 0) : (child.pid ?? 0) };
};

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);

export const createNetwork = async (folder: string): Promise<Network> => {
  const { child, pid } = await startNamespaces(
    ['--net'],
    'ip link add bridge0 type bridge; ip link set bridge0 up',
  );
  const inside = ['-t', String(pid), '-n', 'ip'];
  return {
    folder,
    ip: (...args) => void execFileSync('nsenter', [...inside, ...args]),
    removeLink: (name) => void spawnSync('nsenter', [...inside, 'link', 'delete', name]),
    close: () => void child.kill('SIGKILL'),
  };
};

export class Host {
  readonly name: string;
  readonly address: string;
  private readonly network: Network;
  private readonly services: readonly Service[];
  private first: Started | undefined;
  private readonly running = new Map<string, ChildProcess>();
  private readonly held = new Set<string>();

  constructor(network: Network, name: string, address: string, services: readonly Service[]) {
    this.network = network;
    this.name = name;
    this.address = address;
    this.services = services;
  }

  get isUp(): boolean {
    return this.first !== undefined;
  }

  /** The first process, by which `nsenter -at PID` enters the host. */
  get pid(): number | undefined {
    return this.first?.pid;
  }

  /** Where this folder of the host is for others. */
  pathOf(folder: string): string {
    return join(this.network.folder, this.name, folder.replace(/^\//, ''));
  }

  /** Switches the host on: its processes are new, its files are those that it had. */
  async boot(): Promise<void> {
    for (const folder of ['var/lib', 'run']) await mkdir(this.pathOf(folder), { recursive: true });
    this.first = await startNamespaces(
      ['--net', '--pid', '--mount', '--uts', '--ipc', '--fork', '--kill-child', '--mount-proc'],
      `mount --bind ${this.pathOf('hosts')} /etc/hosts
       mount --bind ${this.pathOf('var/lib')} /var/lib
       mount --bind ${this.pathOf('run')} /run
       hostname ${this.name}
       ip link set lo up`,
    );
    const pid = String(this.first.pid);
    this.network.removeLink(this.name);
    this.network.ip('link', 'add', this.name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid);
    this.network.ip('link', 'set', this.name, 'master', 'bridge0', 'up');
    this.run('ip', 'address', 'add', `${this.address}/24`, 'dev', 'eth0');
    this.run('ip', 'link', 'set', 'eth0', 'up');
    for (const service of this.services) this.start(service);
  }

  /** Runs a short program of the host to its end. */
  run(...command: string[]): void {
    execFileSync('nsenter', [...this.inside(), ...command], { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** What a program of the host writes; nothing where it fails. */
  async read(...command: string[]): Promise<string> {
    if (!this.isUp) return '';
    return execute('nsenter', [...this.inside(), ...command], { timeout: 5_000 }).then(
      ({ stdout }) => stdout,
      () => '',
    );
  }

  /** The ends of connections are still sent. */
  killAll(): void {
    this.first?.child.kill('SIGKILL');
    this.first = undefined;
  }

  /** Nothing is sent any more. What was written stays, as this machine goes on. */
  cutPower(): void {
    this.unplug();
    this.killAll();
  }

  unplug(): void {
    this.network.ip('link', 'set', this.name, 'down');
  }

  plugIn(): void {
    this.network.ip('link', 'set', this.name, 'up');
  }

  /** The wall clock of the site's process: libfaketime reads the file once a second. The monotonic clock goes on. */
  setClock(offset: string): void {
    writeFileSync(this.pathOf('var/lib/clock'), `${offset}\n`);
  }

  /** Kills the process of a service, which starts again unless it is held. */
  kill(name: string, isHeld = false): void {
    if (isHeld) this.held.add(name);
    const pid = this.running.get(name)?.pid;
    if (pid !== undefined) process.kill(childOf(pid), 'SIGKILL');
  }

  release(name: string): void {
    this.held.delete(name);
    const service = this.services.find((each) => each.name === name);
    if (service !== undefined && !this.running.has(name)) this.start(service);
  }

  /** Kills PostgreSQL, which is no service of its own: Patroni starts it. */
  killPostgres(): void {
    for (const pid of this.processes('postgres')) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }

  private start(service: Service): void {
    const { name, user, command, env = {} } = service;
    const { first } = this;
    if (first === undefined || this.held.has(name)) return;
    const log = openSync(join(this.network.folder, this.name, `${name}.log`), 'a');
    const child = spawn(
      'nsenter',
      [...this.inside(), 'setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...command],
      {
        stdio: ['ignore', log, log],
        env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
      },
    );
    this.running.set(name, child);
    child.once('exit', () => {
      this.running.delete(name);
      if (this.first === first) setTimeout(() => this.first === first && this.start(service), restartAfterMs);
    });
  }

  private inside(): string[] {
    if (this.first === undefined) throw new Error(`${this.name} is switched off`);
    return ['-t', String(this.first.pid), '--net', '--pid', '--mount', '--uts', '--ipc', '--wd=/'];
  }

  /** By the name that the kernel has, the postmaster of a PostgreSQL first. */
  private processes(program: string): number[] {
    if (this.first === undefined) return [];
    const own = readlinkSync(`/proc/${this.first.pid}/ns/pid`);
    const read = (path: string, how: (path: string) => string): string => {
      try {
        return how(path);
      } catch {
        return '';
      }
    };
    return readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && read(`/proc/${pid}/ns/pid`, readlinkSync) === own)
      .filter((pid) => read(`/proc/${pid}/comm`, (path) => readFileSync(path, 'utf8')).trim() === program)
      .map(Number)
      .toSorted((a, b) => a - b);
  }
}
