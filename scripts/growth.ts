/**
 * `npm run growth`: what a day of a player adds to each table. Plays a day with some players on a site of its own, and prints
 * the rows and bytes (with indexes and dead rows) by player. docs/operations.md has the result.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../apps/server/src/app/site.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { systemEntropy } from '../apps/server/src/platform/entropy.ts';
import { createLogger } from '../apps/server/src/platform/logger.ts';
import { openDatabase } from '../apps/server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { readSettings } from '../apps/server/src/platform/settings.ts';
import { signedMessage } from '../apps/server/src/realtime/test-line.ts';
import { cheapPasswords } from '../apps/server/test/cheap-passwords.ts';
import { PlayerClient, until } from '../apps/server/test/player-client.ts';
import { urlOf } from '../apps/server/test/shared-postgres.ts';

const playerCount = 100;
/** What a player does in the day. */
const day = { rounds: 8, slots: 40, strikes: 40, fields: 12, tickets: 3, readings: 20 };

const dataDir = await mkdtemp(join(tmpdir(), 'fairground-growth-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger('warn') });
const site = await startSite({
  settings: readSettings({
    DATABASE_URL: urlOf(postgres.address),
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    SIGNUP_COINS: '1000000',
    AVIATOR_COUNTDOWN_MS: '3000',
    DOUBLE_TROUBLE_INTERVAL_MS: '1000',
    DOUBLE_TROUBLE_CLOSE_MS: '0',
    AD_SECONDS: '0',
    LOG_LEVEL: 'warn',
  }),
  log: createLogger('warn'),
  clock: systemClock,
  entropy: systemEntropy,
  chainLinks: 4_096,
  passwords: cheapPasswords(),
});
const database = openDatabase({
  address: postgres.address,
  connections: 2,
  applicationName: 'fairground-growth',
  onError: () => undefined,
});

interface Size {
  name: string;
  rows: number;
  bytes: number;
}

/** Every table of the schema, by name. */
const measure = async (): Promise<Map<string, Size>> => {
  const sizes = await database.query<{ name: string; bytes: string }>({
    text: `SELECT c.relname AS name, pg_total_relation_size(c.oid)::text AS bytes
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY c.relname`,
    values: [],
  });
  const found = new Map<string, Size>();
  for (const { name, bytes } of sizes) {
    const [counted] = await database.query<{ rows: string }>({
      text: `SELECT count(*)::text AS rows FROM "${name}"`,
      values: [],
    });
    found.set(name, { name, rows: Number(counted?.rows), bytes: Number(bytes) });
  }
  return found;
};

let keys = 0;
const post = async <Body>(player: PlayerClient, path: string, body: object): Promise<Body | undefined> => {
  const answer = await player.call<Body>('POST', path, body, `growth-${(keys += 1)}`);
  // A draw may close at this moment, or a mine end the game.
  if (answer.status >= 300 && answer.status !== 409) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.status < 300 ? answer.body : undefined;
};

const spin = async ({ token }: PlayerClient): Promise<void> => {
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  socket.send(signedMessage({ type: 'spinWheel', payload: {}, requestId: 'spin', nowMs: Date.now(), token }));
  await new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      if (String(data).includes('spinWheel_response')) resolve();
    });
  });
  socket.close();
};

const playDay = async (player: PlayerClient): Promise<void> => {
  await post(player, '/auth/login', { identifier: player.username, password: 'a meadow of lanterns' });
  await spin(player);
  const ad = await post<{ id: string }>(player, '/ads/start', {});
  if (ad) await post(player, '/ads/complete', { id: ad.id });
  for (let reading = 0; reading < day.readings; reading++) await player.call('GET', '/user/me');
  for (let ticket = 0; ticket < day.tickets; ticket++) {
    await post(player, '/lottery/create', { numbers: [1, 2, 3, 4, 5, 6 + ticket], bid: 10 });
  }
  for (let slot = 0; slot < day.slots; slot++) {
    await post(player, '/doubleTrouble/create', { drawType: 'Over', amount: 10 });
  }
  for (let strike = 0; strike < day.strikes; strike++) {
    await post(player, '/highStriker/create', { amount: 100, target: 2 });
  }
  for (let field = 0; field < day.fields; field++) {
    const game = await post<{ id: string }>(player, '/mineField/create', {
      difficulty: 'Easy',
      bidAmount: 100,
    });
    if (!game) continue;
    const revealed = await post<{ tile: { isTrap: boolean } }>(player, '/mineField/reveal', {
      id: game.id,
      tileId: field,
    });
    if (revealed?.tile.isTrap === false)
      await post(player, '/mineField/update', { id: game.id, gemsFound: 1 });
  }
};

const playRounds = async (players: readonly PlayerClient[]): Promise<void> => {
  const [watcher] = players;
  if (!watcher) return;
  await watcher.connect();
  let last: string | undefined;
  for (let round = 0; round < day.rounds; round++) {
    const isNext = () => watcher.countdown !== undefined && watcher.countdown.roundId !== last;
    await until('a round is open for bets', isNext, 240_000);
    last = watcher.countdown?.roundId;
    await Promise.all(
      players.map((player, at) =>
        post(player, '/aviator/create', { amount: 10, autoCashOut: (110 + at * 2) / 100 }),
      ),
    );
  }
  watcher.disconnect();
};

try {
  const players = Array.from({ length: playerCount }, (_, at) => new PlayerClient(site.url, `grower_${at}`));
  for (const player of players) await player.register();
  const before = await measure();
  await playRounds(players);
  await Promise.all(players.map(playDay));
  await until(
    'all bets are settled',
    async () => {
      const open = await database.query({
        text: `SELECT FROM double_trouble_bet WHERE outcome = 'pending'
        UNION ALL SELECT FROM aviator_bet WHERE outcome = 'pending'`,
        values: [],
      });
      return open.length === 0;
    },
    240_000,
  );
  const after = [...(await measure()).values()];
  console.log(`A day of each of ${playerCount} players: ${JSON.stringify(day)}`);
  console.log('| table | rows | bytes |\n| --- | --: | --: |');
  let total = 0;
  for (const { name, rows, bytes } of after) {
    const then = before.get(name);
    const [moreRows, moreBytes] = [rows - (then?.rows ?? 0), bytes - (then?.bytes ?? 0)];
    total += moreBytes;
    if (moreRows === 0 && moreBytes === 0) continue;
    console.log(
      `| \`${name}\` | ${(moreRows / playerCount).toFixed(1)} | ${Math.round(moreBytes / playerCount)} |`,
    );
  }
  console.log(`| all | | ${Math.round(total / playerCount)} |`);
} finally {
  await database.close();
  await site.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
