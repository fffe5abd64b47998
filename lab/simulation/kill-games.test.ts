/**
 * F2: kill -9 of the site and its database in each state of Double Trouble, Minefield, the wheel and the ads. Every
 * call has a key and is sent again after the start: an acknowledged call gets the same outcome again, and any
 * other was executed once or not at all.
 */
import type { DoubleTroubleBet, DoubleTroubleStatus } from '@fairground/game-double-trouble/contract';
import type { User } from '@fairground/contract/user';
import type { WheelAnswer } from '@fairground/game-wheel/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { ClientHistory } from '../../apps/server/test/history.ts';
import { PlayerClient, until, type Answer } from '../../apps/server/test/player-client.ts';
import {
  makeDataDir,
  runAudit,
  startSiteProcess,
  type RunningSite,
} from '../../apps/server/test/site-process.ts';

let data: Awaited<ReturnType<typeof makeDataDir>>;
let environment: Record<string, string>;
let site: RunningSite;

beforeAll(async () => {
  data = await makeDataDir();
  environment = {
    DATA_DIR: data.dataDir,
    DOUBLE_TROUBLE_INTERVAL_MS: '4000',
    DOUBLE_TROUBLE_CLOSE_MS: '500',
    AVIATOR_COUNTDOWN_MS: '600000',
    AD_SECONDS: '0',
    LOG_LEVEL: 'info',
  };
  site = await startSiteProcess(environment);
}, 300_000);
afterAll(async () => {
  await site?.end('SIGTERM');
  await data?.remove();
});

interface Sent {
  path: string;
  body: object;
  key: string;
  /** Undefined where the process was killed before it answered. */
  answer: Answer<Record<string, unknown>> | undefined;
}

const playerCount = 6;
const tokens = new Map<string, string>();
const history = new ClientHistory();
let keys = 0;

const playersNow = (): PlayerClient[] =>
  Array.from({ length: playerCount }, (_, index) => {
    const player = new PlayerClient(site.url, `player_${index}`, history);
    player.token = tokens.get(player.username) ?? '';
    return player;
  });

const send = async (
  player: PlayerClient,
  path: string,
  body: object,
  key = `key-${keys++}`,
): Promise<Sent> => {
  const answer = await player.call<Record<string, unknown>>('POST', path, body, key).catch(() => undefined);
  return { path, body, key, answer };
};

const spin = (player: PlayerClient): Promise<object | undefined> =>
  new Promise((resolve) => {
    const answered = history.call(player.username, { method: 'SOCKET', path: 'spinWheel' });
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`);
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
    socket.on('message', (bytes: Buffer) => {
      const message = JSON.parse(bytes.toString()) as { type: string; payload: { data?: object } };
      if (message.type !== 'spinWheel_response') return;
      answered({ status: 200, body: message.payload.data, isReplay: false });
      resolve(message.payload.data ?? message.payload);
      socket.terminate();
    });
    socket.on('open', () =>
      socket.send(
        signedMessage({
          type: 'spinWheel',
          payload: {},
          requestId: 'r',
          nowMs: Date.now(),
          token: player.token,
        }),
      ),
    );
  });

const killAndStart = async () => {
  await site.end('SIGKILL');
  site = await startSiteProcess(environment);
};

/** What a call made; the player may be newer in a repeat. */
const outcomeOf = ({ status, body: { user: _user, ...made } }: Answer<Record<string, unknown>>): object => ({
  status,
  made,
});

/** Sends all calls again with the same keys. */
const resend = async (username: string, calls: readonly Sent[]): Promise<Sent[]> => {
  const player = new PlayerClient(site.url, username, history);
  player.token = tokens.get(username) ?? '';
  const again: Sent[] = [];
  for (const { path, body, key, answer } of calls) {
    const repeated = await send(player, path, body, key);
    // The start of an ad has no key: it starts another view.
    if (answer && answer.status < 300 && path !== '/ads/start')
      expect(repeated.answer && outcomeOf(repeated.answer), `${path} ${key}`).toEqual(outcomeOf(answer));
    again.push(repeated);
  }
  return again;
};

const expectClean = async () => {
  const report = await runAudit(environment);
  expect(report.output).toContain('The audit is clean.');
  for (const player of playersNow()) {
    await player.call('GET', '/doubleTrouble/userHistory');
    await player.call('GET', '/user/me');
  }
  await history.expectSound();
};

it('F2: continues placed bets, open games and started ads after a kill', async () => {
  for (const player of playersNow()) {
    await player.register();
    tokens.set(player.username, player.token);
  }
  const calls = new Map<string, Sent[]>();
  await Promise.all(
    playersNow().map(async (player) => {
      const begun = await send(player, '/mineField/create', { difficulty: 'Easy', bidAmount: 100 });
      calls.set(player.username, [
        begun,
        await send(player, '/doubleTrouble/create', { drawType: 'Over', amount: 20 }),
        await send(player, '/ads/start', {}),
        await send(player, '/mineField/reveal', { id: begun.answer?.body['id'], tileId: 3 }),
      ]);
    }),
  );
  await killAndStart();
  for (const player of playersNow()) {
    const before = calls.get(player.username) ?? [];
    expect(before.filter(({ answer }) => answer && answer.status < 300).length).toBeGreaterThanOrEqual(3);
    await resend(player.username, before);
  }
  await until('the draw with the bets is drawn', async () => {
    const [player] = playersNow();
    const { body } = await (player as PlayerClient).call<DoubleTroubleBet[]>(
      'GET',
      '/doubleTrouble/userHistory',
    );
    return body.every(({ status }) => status !== 'pending');
  });
  await expectClean();
}, 300_000);

it('F2: pays games, spins and ads once when killed during their payment', async () => {
  const spun = new Map<string, object | undefined>();
  for (const delayMs of [2, 12]) {
    const calls = new Map<string, Sent[]>();
    const ready = await Promise.all(
      playersNow().map(async (player) => {
        const current = await player.call<{ id: string; gemsFound: number }>('GET', '/mineField/current');
        const started = await send(player, '/ads/start', {});
        const game =
          current.status === 200
            ? current.body
            : {
                id: (await send(player, '/mineField/create', { difficulty: 'Easy', bidAmount: 100 })).answer
                  ?.body['id'],
                gemsFound: 0,
              };
        return { player, game, ad: started.answer?.body['id'] };
      }),
    );
    const underWay = ready.flatMap(({ player, game, ad }) => {
      const all = [
        send(player, '/mineField/update', { id: game.id, gemsFound: game.gemsFound }),
        send(player, '/ads/complete', { id: ad }),
        send(player, '/doubleTrouble/create', { drawType: 'Number', number: 7, amount: 10 }),
      ];
      return [
        Promise.all(all).then((sent) => calls.set(player.username, sent)),
        spin(player).then((result) => {
          if (result && 'segment' in result) spun.set(player.username, result);
        }),
      ];
    });
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await killAndStart();
    await Promise.all(underWay);
    for (const player of playersNow()) {
      const sent = calls.get(player.username) ?? [];
      const [update, complete] = await resend(player.username, sent);
      // Whether it had been executed or not, it has now been executed once.
      expect(update?.answer?.status, JSON.stringify(update)).toBe(200);
      expect(complete?.answer?.status, JSON.stringify(complete)).toBe(200);
      const wheel = await player.call<WheelAnswer>('GET', '/wheel');
      const acknowledged = spun.get(player.username);
      if (acknowledged) expect(wheel.body.spin).toEqual(acknowledged);
    }
    await expectClean();
  }
  // Two ads per player, in whichever order their payments were answered.
  for (const player of playersNow()) {
    expect((await player.call<User>('GET', '/user/me')).body.adEarnings).toBe(100);
  }
}, 300_000);

it('F2: settles the bets of a draw once, by the committed number, when killed at the draw', async () => {
  const [first] = playersNow();
  let drawsAt = '';
  await until('a draw that stays open for as long as the bets take', async () => {
    const { body } = await (first as PlayerClient).call<DoubleTroubleStatus>('GET', '/doubleTrouble/status');
    drawsAt = body.next.drawsAt;
    return Date.parse(body.next.closesAt) - Date.now() > 2_500;
  });
  const calls = await Promise.all(
    playersNow().flatMap((player) =>
      [1, 2, 3, 4].map(() => send(player, '/doubleTrouble/create', { drawType: 'Under', amount: 10 })),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Date.parse(drawsAt) - Date.now() + 4)));
  await killAndStart();
  const wanted = calls.flatMap(({ answer }) =>
    answer?.status === 201 ? [(answer.body['bet'] as DoubleTroubleBet).id] : [],
  );
  expect(wanted.length, 'bets were acknowledged').toBeGreaterThan(0);
  const found = new Map<string, DoubleTroubleBet>();
  await until('every bet is settled', async () => {
    for (const player of playersNow()) {
      const { body } = await player.call<DoubleTroubleBet[]>('GET', '/doubleTrouble/userHistory');
      for (const bet of body) found.set(bet.id, bet);
    }
    return [...found.values()].every((bet) => bet.status !== 'pending');
  });
  for (const id of wanted) expect(found.get(id)?.status).toMatch(/^(win|loss)$/);
  await expectClean();
}, 300_000);
