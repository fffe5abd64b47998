/**
 * Plays a real site and backs it up with the operator's command, as the fixture of
 * `apps/server/test/ledger/old-backup.db.test.ts`: rows of every kind, written by the code of this commit. A later
 * version of the code must be able to restore it, so an existing fixture is never replaced; a new one gets a name
 * of its own. `node scripts/make-backup-fixture.ts NAME` writes NAME.backup, NAME.backup.key and NAME.json.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AviatorBet } from '../games/aviator/contract.ts';
import type { DoubleTroubleBet } from '../games/double-trouble/contract.ts';
import type { LotteryStatus, Ticket } from '../games/lottery/contract.ts';
import type { MinefieldGame } from '../games/minefield/contract.ts';
import { startSite } from '../apps/server/src/app/site.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { systemEntropy } from '../apps/server/src/platform/entropy.ts';
import { createLogger } from '../apps/server/src/platform/logger.ts';
import { readSettings } from '../apps/server/src/platform/settings.ts';
import { signedMessage } from '../apps/server/src/realtime/test-line.ts';
import type { BackupFixture } from '../apps/server/test/backup-fixture.ts';
import { PlayerClient, until } from '../apps/server/test/player-client.ts';

const name = process.argv[2] ?? '';
const folder = join(import.meta.dirname, '../apps/server/test/fixtures');
const backupFile = join(folder, `${name}.backup`);
if (!/^[a-z0-9-]+$/.test(name) || existsSync(backupFile)) {
  console.error('Usage: node scripts/make-backup-fixture.ts NAME   (a new name)');
  process.exit(2);
}

const password = 'a meadow of lanterns';
const limitMs = 240_000;
const dataDir = await mkdtemp(join(tmpdir(), 'fairground-fixture-'));
const env = {
  DATA_DIR: dataDir,
  PORT: '0',
  RATE_LIMITS: 'off',
  SIGNUP_COINS: '100000',
  AVIATOR_COUNTDOWN_MS: '2000',
  DOUBLE_TROUBLE_INTERVAL_MS: '3000',
  DOUBLE_TROUBLE_CLOSE_MS: '300',
  LOTTERY_DRAW_CRON: '*/20 * * * * *',
  LOTTERY_CLOSE_MS: '2000',
  AD_SECONDS: '1',
  LOG_LEVEL: 'warn',
};
const site = await startSite({
  settings: readSettings(env),
  log: createLogger('warn'),
  clock: systemClock,
  entropy: systemEntropy,
  // A real chain has a million links, more than belongs into a repository.
  chainLinks: 2_048,
});

const admin = (...words: string[]): string =>
  execFileSync(process.execPath, ['apps/server/src/admin.ts', ...words], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });

const ok = async <Body>(call: Promise<{ status: number; body: Body }>): Promise<Body> => {
  const { status, body } = await call;
  if (status >= 300) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
  return body;
};
const post = <Body>(player: PlayerClient, path: string, body: object): Promise<Body> =>
  ok(player.call<Body>('POST', path, body));
const get = <Body>(player: PlayerClient, path: string): Promise<Body> => ok(player.call<Body>('GET', path));

const register = async (username: string, ref?: string): Promise<PlayerClient> => {
  const player = new PlayerClient(site.url, username);
  if (ref === undefined) await player.register();
  else {
    const body = { username, email: `${username}@example.org`, password, adult: true, ref };
    const answer = await post<{ token: string; user: NonNullable<PlayerClient['user']> }>(
      player,
      '/auth/register',
      body,
    );
    player.token = answer.token;
    player.user = answer.user;
  }
  await player.connect();
  return player;
};

/** Plays one round of Aviator with a bet won early, one cashed out by hand, and one that flies to the end. */
const playRound = async (ada: PlayerClient, ben: PlayerClient, cleo: PlayerClient): Promise<void> => {
  const last = ada.countdown?.roundId;
  await until('betting opens', () => ada.countdown !== undefined && ada.countdown.roundId !== last, limitMs);
  const roundId = ada.countdown?.roundId ?? '';
  const placed = await Promise.all([
    ada.placeBet({ amount: 100, autoCashOut: 1.2 }, `ada-${roundId}`),
    ben.placeBet({ amount: 50 }, `ben-${roundId}`),
    cleo.placeBet({ amount: 30, autoCashOut: 10_000 }),
  ]);
  if (placed.some(({ status }) => status !== 201)) return;
  const isFlying = () => ben.draw?.roundId === roundId;
  await until('the round flies', isFlying, limitMs);
  await ben.cashOut(roundId, 10_000, `out-${roundId}`);
  await until('the round ends', () => isFlying() && ben.draw?.status === 'finished', limitMs);
};

const spin = async (player: PlayerClient): Promise<void> => {
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  const { token } = player;
  socket.send(signedMessage({ type: 'spinWheel', payload: {}, requestId: 'spin', nowMs: Date.now(), token }));
  await until('the spin shows', async () => (await get<{ isSpinned: boolean }>(player, '/wheel')).isSpinned);
  socket.close();
};

interface Reveal {
  tile: { isTrap: boolean };
  game: MinefieldGame;
}
const minefield = (player: PlayerClient, difficulty: MinefieldGame['difficulty']): Promise<{ id: string }> =>
  post(player, '/mineField/create', { difficulty, bidAmount: 100 });

/** Reveals that many tiles from the first on; false where a mine ended the game. */
const reveal = async (player: PlayerClient, id: string, tiles: number): Promise<boolean> => {
  for (let tileId = 0; tileId < tiles; tileId++) {
    if ((await post<Reveal>(player, '/mineField/reveal', { id, tileId })).tile.isTrap) return false;
  }
  return true;
};

const playMinefields = async (player: PlayerClient): Promise<void> => {
  const seen = { won: false, lost: false };
  while (!seen.won || !seen.lost) {
    const { id } = await minefield(player, 'Hard');
    const isOpen = await reveal(player, id, seen.won ? 25 : 2);
    if (isOpen) await post(player, '/mineField/update', { id, gemsFound: 2 });
    seen[isOpen ? 'won' : 'lost'] = true;
  }
  const { id } = await minefield(player, 'Expert');
  await post(player, '/mineField/update', { id, gemsFound: 0 });
};

const buyTickets = async (player: PlayerClient, count: number): Promise<void> => {
  for (let at = 0; at < count; at++) {
    const numbers = Array.from({ length: 6 }, (_, place) => 1 + ((at * 5 + place * 8) % 49));
    const { status } = await player.call('POST', '/lottery/create', { numbers, bid: 10 });
    if (status === 409) await new Promise((resolve) => setTimeout(resolve, 500));
  }
};
const ticketsOf = async (player: PlayerClient): Promise<Ticket[]> => {
  const all: Ticket[] = [];
  for (let page = 1; ; page++) {
    const part = await get<Ticket[]>(player, `/ticket/userTickets/${player.user?.id}?pageNo=${page}`);
    all.push(...part);
    if (part.length < 10) return all;
  }
};

const has = <Item>(items: readonly Item[], ...tests: ((item: Item) => boolean)[]): boolean =>
  tests.every((test) => items.some(test));

const ada = await register('ada');
const ben = await register('ben', ada.user?.referenceId);
const cleo = await register('cleo');
const dora = await register('dora');
const evan = await register('evan');
const everyone = [ada, ben, cleo, evan];

// What concerns the person.
await post(ada, '/user/update', { avatar: 'avatar7' });
await post(cleo, '/auth/forgot-password', { email: 'cleo@example.org' });
await get(ben, '/auth/socketToken');
await post(ben, '/auth/login', { identifier: 'ben', password });
await post(evan, '/user/limits', { dailyStake: 500 });
await post(evan, '/user/limits', { dailyStake: 5_000 });
const [newest] = await get<{ id: string }[]>(ada, '/blog');
await post(ada, `/blog/${newest?.id}/like`, { liked: true });
await post(ben, '/newsletter', { email: 'reader@example.org' });
await post(ben, '/contactus/create', {
  name: 'Ben O’Hara\t"B"',
  email: 'ben@example.org',
  title: 'A question \\ two',
  description: 'First line\nsecond line 🎡',
});

// The games, seeds and bonuses, before and after a rotation.
await spin(ada);
await playMinefields(ada);
await post(ada, '/fairness/seeds/rotate', { clientSeed: 'chosen-by-ada' });
await playMinefields(ada);
await playMinefields(ben);
await spin(ben);
const ad = await post<{ id: string }>(ben, '/ads/start', {});
await post(cleo, '/ads/start', {});
await until('the ad was watched', async () => {
  const { status } = await ben.call('POST', '/ads/complete', { id: ad.id });
  return status === 200;
});
await post(dora, '/doubleTrouble/create', { drawType: 'Under', amount: 100 });
await post(dora, '/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 });

const isSettledWell = async (): Promise<boolean> => {
  const aviator = (
    await Promise.all([ada, ben, cleo].map((player) => get<AviatorBet[]>(player, '/aviator/userHistory')))
  ).flat();
  const draws = await get<DoubleTroubleBet[]>(ben, '/doubleTrouble/userHistory');
  const tickets = await ticketsOf(ada);
  const won = ({ outcome }: AviatorBet) => outcome === 'win';
  return (
    has(
      aviator,
      (bet) => won(bet) && bet.autoCashOut === 1.2,
      (bet) => won(bet) && bet.autoCashOut === null,
      ({ outcome }) => outcome === 'loss',
    ) &&
    has(
      draws,
      ({ status }) => status === 'win',
      ({ status }) => status === 'loss',
    ) &&
    has(
      tickets,
      ({ result }) => result === 'win',
      ({ coinsWon, result }) => result === 'loss' && coinsWon > 0,
      ({ coinsWon, result }) => result === 'loss' && coinsWon === 0,
    )
  );
};

for (let rounds = 0; rounds < 4 || !(await isSettledWell()); rounds++) {
  if (rounds > 60) throw new Error('chance did not bring every outcome');
  await Promise.all([
    playRound(ada, ben, cleo),
    buyTickets(ada, 15),
    ...(['Under', 'Over', 'Exact'] as const).map((drawType) =>
      ben.call('POST', '/doubleTrouble/create', { drawType, amount: 50 }),
    ),
    ben.call('POST', '/doubleTrouble/create', { drawType: 'Number', number: 17, amount: 10 }),
  ]);
}
const closed = await dora.call('GET', '/user/me');
if (closed.status !== 200) throw new Error('dora is missing');
await ok(
  fetch(`${site.url}/api/user/me`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${dora.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  }).then(async (answer) => ({ status: answer.status, body: await answer.text() })),
);
await post(evan, '/user/limits', { breakUntil: new Date(Date.now() + 3 * 86_400_000).toISOString() });
admin('players', 'correct', 'cleo', '+75', '--reason', 'paid twice for nothing');
admin('players', 'suspend', 'evan');

/** Answers and proofs that must be the same after any restore. */
const collect = async (): Promise<Pick<BackupFixture, 'answers' | 'proofs'>> => {
  const answers: BackupFixture['answers'] = [];
  const proofs: BackupFixture['proofs'] = [];
  const proofPaths = new Set<string>();
  for (const player of everyone.slice(0, 3)) {
    const note = async <Item extends object>(path: string, isOver: (item: Item) => boolean) => {
      const items = (await get<Item[]>(player, path)).filter(isOver);
      answers.push({ username: player.username, path, items });
      return items;
    };
    const bets = await note<AviatorBet>('/aviator/userHistory', ({ outcome }) => outcome !== 'pending');
    for (const { roundId } of bets) proofPaths.add(`/fairness/aviator/${roundId}`);
    const slots = await note<DoubleTroubleBet>(
      '/doubleTrouble/userHistory',
      ({ status }) => status !== 'pending',
    );
    for (const { drawId } of slots) proofPaths.add(`/fairness/doubleTrouble/${drawId}`);
    for (const { drawId, result } of await ticketsOf(player)) {
      if (result !== 'pending') proofPaths.add(`/fairness/lottery/${drawId}`);
    }
    const fields = await note<MinefieldGame>(
      '/mineField/all?limit=50',
      ({ gameState }) => gameState !== 'Playing',
    );
    for (const { id } of fields) proofPaths.add(`/fairness/mineField/${id}`);
    const { spin: spun } = await get<{ spin: { id: string } | null }>(player, '/wheel');
    if (spun) proofPaths.add(`/fairness/wheel/${spun.id}`);
  }
  for (const path of proofPaths) proofs.push({ path, body: await get<{ seed: string | null }>(ada, path) });
  return { answers, proofs };
};

const seedsOf = async (): Promise<BackupFixture['seeds']> =>
  Promise.all(
    [ada, ben].map(async (player) => ({
      username: player.username,
      ...(await get<{ commitment: string; clientSeed: string; nonce: number; nextCommitment: string }>(
        player,
        '/fairness/seeds',
      )),
    })),
  );

// Something is left open in every game at the moment of the backup.
const before = ada.countdown?.roundId;
await until('betting opens', () => ada.countdown?.roundId !== before, limitMs);
const open = await minefield(cleo, 'Easy');
await until('a gem is found', async () => {
  const isOpen = await reveal(cleo, open.id, 1);
  if (!isOpen) open.id = (await minefield(cleo, 'Easy')).id;
  return isOpen;
});
const { answers, proofs } = await collect();
const seeds = await seedsOf();
const opening = ada.countdown?.roundId;
await until('betting opens again', () => ada.countdown?.roundId !== opening, limitMs);
await until('the lottery is open', async () => {
  const { next } = await get<LotteryStatus>(ada, '/lottery');
  return Date.parse(next.closesAt) - Date.now() > 4_000;
});
const last = ada.countdown?.roundId;
await until('betting opens for the last time', () => ada.countdown?.roundId !== last, limitMs);
await Promise.all([
  ada.placeBet({ amount: 500, autoCashOut: 1.5 }),
  ben.placeBet({ amount: 40 }),
  ...[ada, ben, cleo].map((player) =>
    player.call('POST', '/doubleTrouble/create', { drawType: 'Over', amount: 60 }),
  ),
  buyTickets(cleo, 3),
]);
admin('backup', backupFile);
for (const player of [ada, ben, cleo, dora, evan]) player.disconnect();
await site.stop();
await rm(dataDir, { recursive: true, force: true });

// The figures are read from the archive's own text, so that no code under test makes its own expectations.
const lines = gunzipSync(readFileSync(backupFile)).toString().split('\n');
const head = JSON.parse(lines[0] ?? '') as { createdAt: string; migrations: string[] };
const rows: Record<string, number> = {};
const accounts: Record<string, number> = {};
const pending: Record<string, number> = {};
let table = { table: '', columns: [] as string[] };
for (const line of lines.slice(1)) {
  if (line.startsWith('{"table":')) {
    table = JSON.parse(line) as typeof table;
    rows[table.table] = 0;
  } else if (line !== '\\.' && line !== '' && !line.startsWith('{"sequences":')) {
    rows[table.table] = (rows[table.table] ?? 0) + 1;
    const fields = line.split('\t');
    const field = (column: string) => fields[table.columns.indexOf(column)] ?? '';
    if (table.table === 'transfer') {
      const amount = Number(field('amount'));
      accounts[field('debit_account')] = (accounts[field('debit_account')] ?? 0) - amount;
      accounts[field('credit_account')] = (accounts[field('credit_account')] ?? 0) + amount;
    }
    if (field('outcome') === 'pending' || ['Playing', 'open', 'betting'].includes(field('state')))
      pending[table.table] = (pending[table.table] ?? 0) + 1;
  }
}
const tail = JSON.parse(lines.findLast((line) => line.startsWith('{"sequences":')) ?? '') as {
  ledgerHash: string;
};
const fixture: BackupFixture = {
  createdAt: head.createdAt,
  migrations: head.migrations,
  ledgerHash: tail.ledgerHash,
  password,
  rows,
  accounts,
  pending,
  seeds,
  openMinefield: { username: 'cleo', id: open.id },
  answers,
  proofs,
};
writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(fixture)}\n`);
console.log({ rows, accounts, pending, answers: answers.length, proofs: proofs.length });
