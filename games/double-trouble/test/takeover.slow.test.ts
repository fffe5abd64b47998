/** Two processes that draw, one of which ends, and an outage of both. */
import type { DoubleTroubleProof } from '../contract.ts';
import { verifyDoubleTroubleProof } from '../verify.ts';
import { afterAll, expect, it } from 'vitest';
import { ClientHistory } from '@fairground/server/test/history';
import { PlayerClient, until } from '@fairground/server/test/player-client';
import {
  createRunningSites,
  intervalMs,
  listen,
  placeSoon,
  readHistory,
  readStatus,
} from './running-sites.ts';

let sites: Awaited<ReturnType<typeof createRunningSites>>;

afterAll(() => sites.close());

it('F6, F11: another process takes over, publishes to its sockets and skips slots missed in an outage', async () => {
  sites = await createRunningSites();
  const first = await sites.start();
  const second = await sites.start();
  const socket = await listen(second.url);
  await until('the second process publishes draws that it did not lead', () => socket.received.length >= 3);
  const atStop = socket.received.length;
  await sites.stop(first);
  await until('it continues to draw', () => socket.received.length >= atStop + 3);
  socket.close();
  const history = new ClientHistory();
  const bob = new PlayerClient(second.url, 'bob', history);
  await bob.register();
  await bob.connect();
  const waiting = await placeSoon(bob, { drawType: 'Under', amount: 10 });
  await sites.stop(second);
  // No process runs for some slots.
  await until('slots pass', () => Date.now() > Number(waiting.body.bet.drawId) + 3.5 * intervalMs);
  const site = await sites.start();
  const back = new PlayerClient(site.url, 'bob', history);
  back.token = bob.token;
  await until(
    'the late bet is settled',
    async () => (await readHistory(back))[0]?.status !== 'pending',
    10_000,
  );
  const [bet] = await readHistory(back);
  const proof = (await back.call<DoubleTroubleProof>('GET', `/fairness/doubleTrouble/${bet?.drawId}`)).body;
  expect(verifyDoubleTroubleProof(proof).ok).toBe(true);
  const missed = Number(bet?.drawId) + 2 * intervalMs;
  expect((await back.call('GET', `/fairness/doubleTrouble/${missed}`)).status).toBe(404);
  const { next } = await readStatus(back);
  expect(Date.parse(next.drawsAt)).toBeGreaterThan(Date.now() - 500);
  await back.call('GET', '/user/me');
  await history.expectSound();
});
