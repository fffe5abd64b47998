/** A history that no order explains fails the test with its sentences, and is kept in a file. */
import { readFile, rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parseHistory } from '../../../packages/histories/src/events.ts';
import { ClientHistory } from './history.ts';

const tick = (crashMultiplier: number) => ({ roundId: '1', status: 'ongoing', crashMultiplier });

it('keeps calls without an answer and one tick of each flight, and reports what nothing explains', async () => {
  const history = new ClientHistory();
  history.call('ann', { method: 'GET', path: '/user/me' });
  const answered = history.call('ann', { method: 'GET', path: '/user/me' });
  for (const multiplier of [1, 1.1, 1.2]) history.push('ann', 'meadowDrawResult_response', tick(multiplier));
  history.push('ann', 'meadowTable_response', { roundId: '1', bets: [] });
  answered({ status: 200, body: { version: 1, coins: 10, winningAmount: 0 }, isReplay: false });
  await history.expectSound();

  history.push('ann', 'updatedUser_response', { user: { version: 1, coins: 20, winningAmount: 0 } });
  const error = await history.expectSound().catch((fault: unknown) => String(fault));
  expect(error).toContain(
    'version 1 of ann has two balances: 10 coins and 0 winnings; 20 coins and 0 winnings',
  );
  const file = /history (\/\S+\.ndjson)/.exec(String(error))?.[1] ?? '';
  const events = parseHistory(await readFile(file, 'utf8'));
  await rm(file);
  expect(events.map(({ kind }) => kind)).toEqual(['call', 'call', 'push', 'push']);
  expect(events[0]).toMatchObject({ answer: null });
});
