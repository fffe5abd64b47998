/** The replay of a recorded game shows the plots in the order in which they were turned. */
import { describe, expect, it } from 'vitest';
import type { MinefieldRound } from '../round-contract.ts';
import { plotMs, replayMomentAt, replayMsOf, tilesAt } from '../web/replay-model.ts';

const lost: MinefieldRound = {
  status: 'Lost',
  difficulty: 'Easy',
  tiles: 25,
  columns: 5,
  gems: [7, 3, 12],
  hit: 20,
  mines: [20, 1, 4],
  multiplier: 1.3,
};

describe('the replay of a game', () => {
  it('shows no plot before it was turned, so no mine either', () => {
    for (let steps = 0; steps <= 4; steps += 1) {
      const moment = replayMomentAt(lost, steps * plotMs);
      expect(moment).toEqual({ turned: [7, 3, 12, 20].slice(0, steps), isOver: false });
      expect([...tilesAt(lost, moment).keys()]).toEqual(moment.turned);
    }
  });

  it('ends with every plot open, and the mines where they lay', () => {
    const moment = replayMomentAt(lost, replayMsOf(lost));
    const tiles = [...tilesAt(lost, moment).values()];
    expect(moment.isOver).toBe(true);
    expect(tiles).toHaveLength(25);
    expect(tiles.filter(({ isTrap }) => isTrap).map(({ id }) => id)).toEqual([1, 4, 20]);
  });

  it('of a game that was cashed out turns no mine', () => {
    const cashedOut: MinefieldRound = { ...lost, status: 'CashedOut', hit: null };
    expect(replayMomentAt(cashedOut, replayMsOf(cashedOut)).turned).toEqual([7, 3, 12]);
  });
});
