import { expect, it } from 'vitest';
import { createWaitingPresses, type WaitingPress } from '../server/waiting-presses.ts';

const bet = { roundId: 7n, playerId: 1n, slot: 1 };

/** Records which presses may be judged, in their order. */
const follow = (presses: Record<string, WaitingPress>) => {
  const judged: string[] = [];
  return {
    judged,
    async identify(name: string) {
      void presses[name]?.identify(bet).then(() => judged.push(name));
      await Promise.resolve();
      await Promise.resolve();
    },
  };
};

it('judges presses in the order in which they arrived, however long their players are looked up', async () => {
  const waiting = createWaitingPresses();
  const presses = { first: waiting.add(10), second: waiting.add(20), third: waiting.add(30) };
  const [letFirstGo] = Object.values(presses).map((press) => press.hold());
  const { judged, identify } = follow(presses);
  await identify('second');
  await identify('third');
  expect(judged).toEqual([]);
  expect(waiting.oldestUnidentifiedAt()).toBe(10);
  // The first is refused before its player is known.
  letFirstGo?.();
  await Promise.resolve();
  expect(judged).toEqual(['second', 'third']);
  expect(waiting.oldestUnidentifiedAt()).toBeUndefined();
});

it('counts a press of a bet until nothing holds it', async () => {
  const waiting = createWaitingPresses();
  const press = waiting.add(10);
  const letGo = [press.hold(), press.hold()];
  expect(waiting.has(bet)).toBe(false);
  await press.identify(bet);
  expect([waiting.has(bet), waiting.has({ ...bet, slot: 2 })]).toEqual([true, false]);
  letGo[0]?.();
  letGo[0]?.();
  expect(waiting.has(bet)).toBe(true);
  letGo[1]?.();
  expect(waiting.has(bet)).toBe(false);
});

it('does not count a press that was released before its player was known', async () => {
  const waiting = createWaitingPresses();
  const press = waiting.add(10);
  press.hold()();
  await press.identify(bet);
  expect(waiting.has(bet)).toBe(false);
});
