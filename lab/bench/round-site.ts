/** A site of one or more processes with connected players, and what follows its rounds of Aviator. */
import { join } from 'node:path';
import { browserSite, startSiteProcess, type RunningSite } from '../../apps/server/test/site-process.ts';
import { createValkeyServer } from '../../apps/server/test/valkey-server.ts';
import { addPlayers } from './bets-players.ts';
import { connectionString, type BenchPostgres } from './lib/bench-postgres.ts';
import { startChild } from './lib/child.ts';
import { addCleanup } from './lib/cleanups.ts';
import { processTime } from './lib/processor-time.ts';
import { sized } from './lib/short.ts';
import type { RoundCommand, RoundReport } from './round-clients.ts';

/** How many connections the clients have for calls. */
const connections = sized(256, 32);
/** In a short run, the site whose rounds are short; its figures are not compared. */
const program = sized(undefined, browserSite);

export interface RoundSiteOptions {
  /** The name of its database and folder. */
  name: string;
  processes: number;
  players: number;
  countdownMs: number;
}

export const startRoundSite = async (
  postgres: BenchPostgres,
  { name, processes, players, countdownMs }: RoundSiteOptions,
) => {
  const address = await postgres.addDatabase(name);
  const valkey = processes > 1 ? await createValkeyServer() : undefined;
  const removeValkey = addCleanup(() => valkey?.remove());
  valkey?.start();
  const env = {
    DATA_DIR: join(postgres.folder, name),
    DATABASE_URL: connectionString(address),
    AVIATOR_COUNTDOWN_MS: String(countdownMs),
  };
  const sites: RunningSite[] = [];
  const stops: (() => Promise<void>)[] = [];
  for (let process = 0; process < processes; process += 1) {
    const site = await startSiteProcess({ ...env, ...(valkey ? { VALKEY_URL: valkey.url } : {}) }, program);
    stops.push(addCleanup(() => site.end('SIGTERM')));
    sites.push(site);
  }
  const database = postgres.open(address);
  const firstPlayer = await addPlayers(database, players);
  const clients = startChild<RoundCommand, RoundReport>('round-clients.ts');
  const ports = sites.map(({ url }) => Number(new URL(url).port));
  await clients.request({ kind: 'connect', ports, firstPlayer, players, connections }, 300_000);
  const watch = await watchRounds(sites[0]?.url ?? '');
  return {
    /** The environment of its processes, but for Valkey: what commands of the operator need. */
    env,
    database,
    clients,
    firstPlayer,
    watch,
    /** Microseconds of processor time that all processes have used until now. */
    time(): number | undefined {
      const times = sites.flatMap(({ child }) => processTime(child.pid ?? 0) ?? []);
      return times.length < sites.length ? undefined : times.reduce((sum, time) => sum + time, 0);
    },
    async stop() {
      await clients.end();
      watch.close();
      for (const stop of stops) await stop();
      await removeValkey();
    },
  };
};

export type RoundSite = Awaited<ReturnType<typeof startRoundSite>>;

/** Follows the rounds as a visitor. */
const watchRounds = async (url: string) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  const close = addCleanup(() => socket.close());
  const known = new Set<string>();
  const opened: ((round: string) => void)[] = [];
  const takeOffs = new Map<string, number>();
  const crashed = new Set<string>();
  let changed = (): void => undefined;
  let change = new Promise<void>((resolve) => (changed = resolve));
  socket.addEventListener('message', ({ data: text }: MessageEvent<string>) => {
    const { type, payload } = JSON.parse(text) as {
      type: string;
      payload: { data?: Record<string, unknown> };
    };
    const { data = {} } = payload;
    const round = String(data['roundId']);
    if (type === 'aviatorCountdown_response' && !known.has(round)) {
      // The countdown that runs when the connection opens may be nearly over.
      if (known.size > 0) for (const resolve of opened.splice(0)) resolve(round);
      known.add(round);
    }
    if (type !== 'aviatorDrawResult_response') return;
    if (data['status'] === 'ongoing') takeOffs.set(round, Date.parse(String(data['startedAt'])));
    if (data['status'] === 'finished') crashed.add(round);
    changed();
    change = new Promise((resolve) => (changed = resolve));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return {
    /** The next round whose countdown has just begun. */
    nextCountdown: (): Promise<string> => new Promise((resolve) => opened.push(resolve)),
    /** When the round took off, in milliseconds since 1970. */
    async takeOff(round: string): Promise<number> {
      while (!takeOffs.has(round)) await change;
      return takeOffs.get(round) ?? 0;
    },
    async crash(round: string) {
      while (!crashed.has(round)) await change;
    },
    close: () => void close(),
  };
};

export type RoundWatch = Awaited<ReturnType<typeof watchRounds>>;
