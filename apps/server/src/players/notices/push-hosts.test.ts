import { expect, it } from 'vitest';
import { chooseFairly, createPushHosts } from './push-hosts.ts';
import type { PushResult } from './push-sender.ts';

const sent: PushResult = { state: 'sent' };
const refused: PushResult = { state: 'failed', error: 'refused' };
const timedOut: PushResult = { state: 'failed', error: 'no answer', hasTimedOut: true };

const due = (...each: [player: number, host: string][]) =>
  each.map(([player, host], id) => ({ id, player_id: BigInt(player), host }));
const idsOf = (chosen: readonly { id: number }[]) => chosen.map(({ id }) => id);

it('chooses the oldest: two of a player, two to a host that is not known', () => {
  const waiting = due([1, 'a'], [1, 'a'], [1, 'b'], [2, 'a'], [2, 'b'], [3, 'b'], [4, 'b']);
  expect(idsOf(chooseFairly(waiting, { max: 8, isKnown: false }))).toEqual([0, 1, 4, 5]);
  expect(idsOf(chooseFairly(waiting, { max: 8, isKnown: true }))).toEqual([0, 1, 3, 4, 5, 6]);
  expect(idsOf(chooseFairly(waiting, { max: 3, isKnown: true }))).toEqual([0, 1, 3]);
});

it('knows a host from its answer until it times out', () => {
  const hosts = createPushHosts();
  hosts.record('a', refused);
  expect(hosts.known()).toEqual([]);
  hosts.record('a', sent);
  hosts.record('a', refused);
  expect(hosts.known()).toEqual(['a']);
  hosts.record('a', timedOut);
  expect(hosts.known()).toEqual([]);
});

it('calls a host silent that timed out three times without an answer, and at each further time', () => {
  const hosts = createPushHosts();
  hosts.record('a', timedOut);
  hosts.record('a', timedOut);
  hosts.record('a', sent);
  hosts.record('a', timedOut);
  hosts.record('a', timedOut);
  expect(hosts.takeSilent()).toEqual([]);
  hosts.record('a', timedOut);
  expect(hosts.takeSilent()).toEqual(['a']);
  expect(hosts.takeSilent()).toEqual([]);
  hosts.record('a', timedOut);
  expect(hosts.takeSilent()).toEqual(['a']);
});

it('forgets the host that was used longest ago beyond a thousand', () => {
  const hosts = createPushHosts();
  for (let n = 0; n <= 1_000; n++) hosts.record(`host ${n}`, sent);
  expect(hosts.known()).toHaveLength(1_000);
  expect(hosts.known()).not.toContain('host 0');
});
