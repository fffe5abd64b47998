import { expect, test } from 'vitest';
import { dismissToast, shownToasts, toast } from './toast.ts';

test('replaces an earlier toast with the same text, and no other', () => {
  toast({ title: 'Bet Placed', description: 'You have placed a bet of 10 coins.' });
  toast({ title: 'Bet Placed', description: 'You have placed a bet of 20 coins.' });
  const [first] = shownToasts();
  toast({ title: 'Bet Placed', description: 'You have placed a bet of 10 coins.' });
  expect(shownToasts().map(({ description }) => description)).toEqual([
    'You have placed a bet of 20 coins.',
    'You have placed a bet of 10 coins.',
  ]);
  expect(shownToasts().at(-1)?.id, 'the repeated toast is a new one, with its own five seconds').not.toBe(
    first?.id,
  );
  for (const { id } of shownToasts()) dismissToast(id);
  expect(shownToasts()).toEqual([]);
});

test('shows the newest two', () => {
  for (const title of ['first', 'second', 'third']) toast({ title });
  expect(shownToasts().map(({ title }) => title)).toEqual(['second', 'third']);
  for (const { id } of shownToasts()) dismissToast(id);
});
