/** A site that was played on: ended stakes of each game, and open ones. */
import { once } from 'node:events';
import WebSocket from 'ws';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { startTestSite, type TimedSite } from '../../apps/server/test/test-site.ts';
import { until } from '../../apps/server/test/player-client.ts';

export interface PlayedSite extends TimedSite {
  username: string;
  /** The player's seeds, the one in use and the next. */
  seeds: string[];
  /** A game that is in progress. */
  minefieldId: string;
  /** The proofs of what has ended, one of each game. */
  proofPaths: string[];
}

const username = 'ada';

const haveEnded = `SELECT WHERE (SELECT count(DISTINCT outcome) = 2 FROM aviator_bet WHERE outcome IN ('win', 'loss'))
  AND EXISTS (SELECT FROM double_trouble_bet WHERE outcome = 'win')
  AND EXISTS (SELECT FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id WHERE d.state = 'finished')`;
const areOpen = `SELECT WHERE EXISTS (SELECT FROM aviator_bet WHERE outcome = 'pending')
  AND EXISTS (SELECT FROM double_trouble_bet WHERE outcome = 'pending')
  AND EXISTS (SELECT FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id WHERE d.state = 'open')`;

const pathsOfEnded = `SELECT '/fairness/aviator/' || min(id) AS path FROM aviator_round WHERE state = 'finished'
  UNION ALL SELECT '/fairness/doubleTrouble/' || min(draw_id) FROM double_trouble_bet WHERE outcome = 'win'
  UNION ALL SELECT '/fairness/lottery/' || min(draw_key) FROM lottery_draw WHERE state = 'finished'
  UNION ALL SELECT '/fairness/mineField/' || min(id) FROM minefield_game WHERE state = 'Lost'
  UNION ALL SELECT '/fairness/wheel/' || min(id) FROM wheel_spin`;

export const spin = async ({ site, time, call }: TimedSite, token: string): Promise<void> => {
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  const nowMs = time.nowMs();
  socket.send(signedMessage({ type: 'spinWheel', payload: {}, requestId: 'spin', nowMs, token }));
  await until('the spin', async () => (await call('GET', '/wheel', token)).body['isSpinned'] === true);
  socket.terminate();
};

export const startPlayedSite = async (): Promise<PlayedSite> => {
  const site = await startTestSite({
    clock: 'moved',
    env: {
      SIGNUP_COINS: '1000000',
      AVIATOR_COUNTDOWN_MS: '3000',
      DOUBLE_TROUBLE_INTERVAL_MS: '10000',
      LOTTERY_DRAW_CRON: '*/20 * * * * *',
      LOTTERY_CLOSE_MS: '2000',
    },
  });
  const { token } = await site.register(username);
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await site.call('POST', path, token, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body as Body;
  };
  /** Turns this many tiles, or fewer if one is a mine: then the game is over. */
  const startMinefield = async (difficulty: string, tiles: number) => {
    const { id } = await post<{ id: string }>('/mineField/create', { difficulty, bidAmount: 100 });
    for (let tileId = 0; tileId < tiles; tileId += 1) {
      const { tile } = await post<{ tile: { isTrap: boolean } }>('/mineField/reveal', { id, tileId });
      if (tile.isTrap) return { id, isOver: true };
    }
    return { id, isOver: false };
  };
  /** What is refused, because nothing is sold at the moment or there is such a stake, is placed the next time. */
  const placeStakesUntil = async (isSo: string) => {
    while ((await site.rows(isSo)).length === 0) {
      const place = (path: string, body: object) => site.call('POST', path, token, body);
      await place('/aviator/create', { amount: 100, autoCashOut: 1.01 });
      await place('/aviator/create', { amount: 100, slot: 2 });
      for (const drawType of ['Under', 'Over', 'Exact'])
        await place('/doubleTrouble/create', { drawType, amount: 10 });
      await place('/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 });
      if ((await site.rows(isSo)).length === 0) await site.time.advanceCoarsely(1_800);
    }
  };

  await spin(site, token);
  await startMinefield('Expert', 25);
  let easy = await startMinefield('Easy', 1);
  while (easy.isOver) easy = await startMinefield('Easy', 1);
  await post('/mineField/update', { id: easy.id, gemsFound: 1 });
  await post('/fairness/seeds/rotate', { clientSeed: 'chosen_by_ada' });
  const { id } = await post<{ id: string }>('/ads/start', {});
  await site.time.advance(15_000);
  await post('/ads/complete', { id });
  await post('/auth/forgot-password', { email: `${username}@example.org` });
  await placeStakesUntil(haveEnded);

  const { id: minefieldId } = await startMinefield('Easy', 0);
  await placeStakesUntil(areOpen);
  const { body } = await site.call('GET', '/fairness/seeds', token);
  const paths = await site.rows<{ path: string }>(pathsOfEnded);
  return {
    ...site,
    username,
    seeds: [String(body['commitment']), String(body['nextCommitment'])],
    minefieldId,
    proofPaths: paths.map(({ path }) => path),
  };
};
