/**
 * The cable between a browser and the site: it carries bytes at a pace, or none without closing anything. Where the
 * machine allows it, the browser is in a network of its own, whose link goes down.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Pace {
  bitsPerSecond: number;
  /** In each direction. */
  delayMs: number;
}

/** Carries what arrives at the port to that of the site. */
export const layCable = async (furtherEnd?: string) => {
  let sitePort = 0;
  let pace: Pace | undefined;
  const sockets = new Set<net.Socket>();

  const carry = (from: net.Socket, to: net.Socket): void => {
    let freeAt = 0;
    from.on('data', (bytes: Buffer) => {
      if (pace === undefined) return void to.write(bytes);
      freeAt = Math.max(freeAt, performance.now()) + (bytes.length * 8_000) / pace.bitsPerSecond;
      setTimeout(() => to.writable && to.write(bytes), freeAt + pace.delayMs - performance.now());
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  };
  const accept = (client: net.Socket): void => {
    const site = net.connect(sitePort, 'localhost');
    for (const socket of [client, site]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    carry(client, site);
    carry(site, client);
  };
  const servers = [net.createServer(accept), net.createServer(accept)] as const;
  await new Promise<void>((resolve) => servers[0].listen(0, '127.0.0.1', resolve));
  if (furtherEnd !== undefined) await new Promise<void>((resolve) => servers[1].listen(furtherEnd, resolve));
  return {
    port: (servers[0].address() as net.AddressInfo).port,
    leadTo: (port: number) => void (sitePort = port),
    setPace: (next: Pace | undefined) => void (pace = next),
    /** Carries nothing more, until what is returned is called. */
    pull() {
      for (const socket of sockets) socket.pause();
      return () => {
        for (const socket of sockets) socket.resume();
      };
    },
    close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    },
  };
};

export type Cable = Awaited<ReturnType<typeof layCable>>;

const ip = (...args: string[]): boolean => spawnSync('ip', args, { stdio: 'ignore' }).status === 0;

/** Runs beyond the link: a browser reaches the cable by its port there, through a socket that is a file. */
const relay = `
  const net = require('node:net');
  const [, socket, address, port] = process.argv;
  net.createServer((client) => {
    const cable = net.connect(socket);
    for (const [from, to] of [[client, cable], [cable, client]]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
    }
  }).listen(Number(port), address, () => console.log('open'));`;

/**
 * A network with one link, to a second one that reaches this machine by a file alone; undefined where the machine does
 * not allow it. In a link to the machine's own network each browser there would see its connections change, and fail
 * what it is loading.
 */
export const createNetwork = (program: string) => {
  const name = `fair${process.pid}`;
  const beyond = `${name}b`;
  const address = '10.231.0.1';
  const isMade =
    ip('netns', 'add', name) &&
    ip('netns', 'add', beyond) &&
    ip('-n', beyond, 'link', 'add', 'outside', 'type', 'veth', 'peer', 'name', 'inside', 'netns', name) &&
    ip('-n', beyond, 'addr', 'add', `${address}/30`, 'dev', 'outside') &&
    ip('-n', beyond, 'link', 'set', 'outside', 'up') &&
    ip('-n', name, 'addr', 'add', '10.231.0.2/30', 'dev', 'inside') &&
    ip('-n', name, 'link', 'set', 'inside', 'up') &&
    ip('-n', name, 'link', 'set', 'lo', 'up');
  const remove = () => {
    for (const each of [name, beyond]) ip('netns', 'delete', each);
  };
  if (!isMade) {
    remove();
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fairground-network-'));
  const furtherEnd = join(folder, 'cable');
  const executablePath = join(folder, 'browser');
  writeFileSync(executablePath, `#!/bin/sh\nexec ip netns exec ${name} ${program} "$@"\n`);
  chmodSync(executablePath, 0o755);
  let relaying: ChildProcess | undefined;
  return {
    /** Where the browser finds the cable. */
    address,
    /** Where the cable is to be laid to. */
    furtherEnd,
    /** Starts the program in the network. */
    executablePath,
    /** Leads the port, beyond the link, to the further end of the cable. */
    async leadTo(port: number) {
      const args = [
        'netns',
        'exec',
        beyond,
        process.execPath,
        '-e',
        relay,
        furtherEnd,
        address,
        String(port),
      ];
      relaying = spawn('ip', args, { stdio: ['ignore', 'pipe', 'inherit'] });
      if (relaying.stdout) await once(relaying.stdout, 'data');
    },
    /** Returns what sets the link up again. */
    pull() {
      ip('-n', beyond, 'link', 'set', 'outside', 'down');
      return () => ip('-n', beyond, 'link', 'set', 'outside', 'up');
    },
    remove() {
      relaying?.kill();
      remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
