import { expect, it } from 'vitest';
import { createWaitingPresses, type WaitingPress } from '../server/waiting-presses.ts';

const bet = { roundId: 7n, playerId: 1n, slot: 1 };

/** Records which presses may be judged, in their order. */
const follow = (presses: Record<string, WaitingPress>) => {
  const judged: string[] = [];
  return {
    judged,
    async identify(name: string) {
      const turn = presses[name]?.identify(bet);
      if (turn) void turn.then(() => judged.push(name));
      else judged.push(name);
      await Promise.resolve();
    },
  };
};

it('judges presses in the order in which they arrived, however long their players are looked up', async () => {
  const waiting = createWaitingPresses();
  const presses = { first: waiting.add(10), second: waiting.add(20), third: waiting.add(30) };
  const { judged, identify } = follow(presses);
  await identify('second');
  await identify('third');
  expect(judged).toEqual([]);
  expect(waiting.oldestUnidentifiedAt()).toBe(10);
  // The first is refused before its player is known.
  presses.first.answered();
  await Promise.resolve();
  expect(judged).toEqual(['second', 'third']);
  expect(waiting.oldestUnidentifiedAt()).toBeUndefined();
});

it('counts a press of a bet until it is answered', () => {
  const waiting = createWaitingPresses();
  const presses = [waiting.add(10), waiting.add(20)];
  expect(waiting.has(bet)).toBe(false);
  for (const press of presses) void press.identify(bet);
  expect([waiting.has(bet), waiting.has({ ...bet, slot: 2 })]).toEqual([true, false]);
  presses[0]?.answered();
  expect(waiting.has(bet)).toBe(true);
  presses[1]?.answered();
  expect(waiting.has(bet)).toBe(false);
});

it('does not count a press that was refused before its player was known', () => {
  const waiting = createWaitingPresses();
  const press = waiting.add(10);
  press.answered();
  expect([waiting.has(bet), waiting.oldestUnidentifiedAt()]).toEqual([false, undefined]);
});
