/** The picture of an instant game's bet, where the game draws none of its own. */
import { expect, test } from 'vitest';
import type { InstantBets } from '../server/instant/bets.ts';
import { createEndedBets, type Round } from '../server/instant/ended-bets.ts';
import { defineInstantGame, drawValues, hundredths, oneOf } from '../shared/instant/index.ts';

const game = defineInstantGame({
  id: 'anyFlip',
  algorithm: 'flip/v1',
  stakes: { min: 100, max: 1_000, step: 100, quick: [100] },
  choice: { side: oneOf(['heads', 'tails']) },
  drawn: { face: oneOf(['heads', 'tails']), height: hundredths({ min: 100, max: 300 }) },
  draw: (r) => ({ face: r < drawValues / 2n ? 'heads' : 'tails', height: 250 }),
  multiplierHundredths: () => 196,
  wins: ({ side }, { face }) => side === face,
  ways: () => drawValues / 2n,
  returnsBp: [9_800],
  sample: { amount: 100, side: 'heads' },
});

test('names a drawn option by its text, and writes a drawn multiplier as the page does', () => {
  const texts = { en: { 'anyFlip.round.face.heads': 'Heads up' }, es: {} };
  const { draw } = createEndedBets({ game }, { bets: {} as InstantBets, texts });
  const round = { side: 'heads', face: 'heads', height: 2.5, outcome: 'won' } as unknown as Round;
  expect(draw(round).toLowerCase()).toContain('>heads up 2.50<');
});
