import { expect, test } from 'vitest';
import { createPace } from '../web/instant/pace.ts';

test('a held key bets once the bet before is answered, and at most every 150 ms', () => {
  const pace = createPace();
  expect(pace.begin(1_000)).toBe(true);
  expect(pace.begin(9_000), 'not answered yet').toBe(false);
  pace.placed();
  expect(pace.begin(1_149)).toBe(false);
  expect(pace.begin(1_150)).toBe(true);
});

test('it waits a second after a refusal, and as long as the site asks for', () => {
  const pace = createPace();
  pace.begin(0);
  pace.refused(100, null);
  expect(pace.begin(1_099)).toBe(false);
  expect(pace.begin(1_100)).toBe(true);
  pace.refused(1_200, 30_000);
  expect(pace.begin(31_199)).toBe(false);
  expect(pace.begin(31_200)).toBe(true);
});
