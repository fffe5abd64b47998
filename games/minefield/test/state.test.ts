import type { MinefieldGame } from '../contract.ts';
import { describe, expect, it } from 'vitest';
import {
  betting,
  figuresOf,
  phaseOf,
  reduceMinefield,
  type DifficultyConfig,
  type MinefieldAction,
  type MinefieldPlay,
} from '../web/state.ts';

const game = (gemsFound: number, gameState: MinefieldGame['gameState'] = 'Playing'): MinefieldGame => ({
  id: '7',
  bidAmount: 300,
  difficulty: 'Easy',
  gemsFound,
  multiplier: 1 + gemsFound / 10,
  gameState,
  coinsWon: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  user: { id: '1', username: 'alice' },
});
const gem = (id: number) => ({ id, isTrap: false, isRevealed: true });
const step = (gems: number) => ({
  gems,
  multiplier: (100 + gems * 10) / 100,
  chance: { numerator: 1, denominator: 2 },
  nextGem: { numerator: 1, denominator: 2 },
  returned: { numerator: 1, denominator: 2 },
  rtpBp: 9_000,
});
const easy: DifficultyConfig = {
  name: 'Easy',
  gems: 3,
  traps: 3,
  gridSize: 6,
  columns: 3,
  multiplierIncrement: 0.1,
  steps: [1, 2, 3].map(step),
};
const play = (before: MinefieldPlay, action: MinefieldAction): MinefieldPlay =>
  reduceMinefield({ play: before, history: undefined }, action).state.play ?? betting;
const begun = play(betting, { type: 'begun', game: game(0) });

describe('answers', () => {
  it('in any order never lower the count of gems', () => {
    const two = play(begun, { type: 'revealed', tile: gem(4), game: game(2), tiles: undefined });
    const late = play(two, { type: 'revealed', tile: gem(1), game: game(1), tiles: undefined });
    expect(late.game?.gemsFound).toBe(2);
    expect([...late.tiles.keys()]).toEqual([4, 1]);
  });

  it('of another game are ignored', () => {
    const other = { ...game(5), id: '8' };
    expect(play(begun, { type: 'revealed', tile: gem(0), game: other, tiles: undefined })).toBe(begun);
  });

  it('after the end do not reopen the game', () => {
    const lost = play(begun, { type: 'ended', game: game(1, 'Lost'), tiles: [gem(0)] });
    const late = play(lost, { type: 'revealed', tile: gem(0), game: game(2), tiles: undefined });
    expect(phaseOf(late)).toBe('Lost');
    const current = { ...game(1), tiles: [gem(0)], commitment: '' };
    expect(play(lost, { type: 'resumed', current })).toBe(lost);
  });

  it('restore a game after a reload, and remove one that ended elsewhere', () => {
    const current = { ...game(2), tiles: [gem(3), gem(5)], commitment: 'x' };
    const back = play(betting, { type: 'resumed', current });
    expect(back.game).toEqual(game(2));
    expect(back.turned).toEqual([3, 5]);
    expect(phaseOf(play(back, { type: 'resumed', current: null }))).toBe('Betting');
  });
});

describe('the history', () => {
  const loaded = reduceMinefield(
    { play: begun, history: undefined },
    { type: 'historyLoaded', history: [game(0)] },
  );

  it('records the answer of a call in place of the game', () => {
    const revealed = { type: 'revealed', tile: gem(4), game: game(1), tiles: undefined } as const;
    expect(reduceMinefield(loaded.state, revealed).state.history).toEqual([game(1)]);
    const next = { ...game(0), id: '8' };
    const begunNext = reduceMinefield(loaded.state, { type: 'begun', game: next });
    expect(begunNext.state.history?.map(({ id }) => id)).toEqual(['8', '7']);
  });

  it('never reverts an outcome by an older list', () => {
    const lost = reduceMinefield(loaded.state, { type: 'ended', game: game(1, 'Lost'), tiles: [] });
    const late = reduceMinefield(lost.state, { type: 'historyLoaded', history: [game(1)] });
    expect(late.state.history).toMatchObject([{ gameState: 'Lost' }]);
  });

  it('does not report that no game is in play', () => {
    const first = reduceMinefield(
      { play: undefined, history: undefined },
      { type: 'historyLoaded', history: [game(0)] },
    );
    expect(first.state.play).toBeUndefined();
  });

  it('is not started by a call before it is loaded', () => {
    expect(
      reduceMinefield({ play: begun, history: undefined }, { type: 'again' }).state.history,
    ).toBeUndefined();
  });
});

describe('figures', () => {
  it('before the first gem show no win and the first multiplier as next', () => {
    expect(figuresOf(begun, easy, 100)).toMatchObject({
      multiplier: 1,
      nextWin: 1.1,
      profit: 0,
      gemsFound: 0,
    });
  });

  it('with gems show a profit of floor(bid x (multiplier - 1)) of the placed bid', () => {
    const two = { ...begun, game: game(2) };
    expect(figuresOf(two, easy, 100)).toMatchObject({
      multiplier: 1.2,
      nextWin: 1.3,
      profit: 60,
      gemsFound: 2,
    });
  });

  it('with every gem show no next win, and after a mine no value of the gems', () => {
    expect(figuresOf({ ...begun, game: game(3, 'CashedOut') }, easy, 100).nextWin).toBeNull();
    expect(figuresOf({ ...begun, game: game(2, 'Lost') }, easy, 100)).toMatchObject({
      gemsFound: 0,
      profit: 0,
    });
  });
});
