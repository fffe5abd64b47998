import { describe, expect, it } from 'vitest';
import type { LatestDraw, LotteryStatus } from '../contract.ts';
import { reduceLottery, type LotteryAction, type LotteryEvent, type LotteryState } from '../web/state.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const next = (hour: number) => ({
  drawId: `d${hour}`,
  drawsAt: at(hour),
  closesAt: at(hour),
  commitment: 'c',
});
const drawn = (hour: number) => ({
  drawId: `d${hour}`,
  winningNumbers: [1, 2, 3, 4, 5, 6],
  drawnAt: at(hour),
});

const status = (latest: number | null, nextAt: number): LotteryAction => ({
  type: 'statusLoaded',
  status: { latest: latest === null ? null : drawn(latest), next: next(nextAt) } as LotteryStatus,
});
const pushed = (hour: number, nextAt: number): LotteryAction => ({
  type: 'drawReceived',
  draw: { ...drawn(hour), next: next(nextAt) } as LatestDraw,
});

const play = (...actions: LotteryAction[]): { state: LotteryState; events: LotteryEvent[] } =>
  actions.reduce(
    ({ state, events }, action) => {
      const step = reduceLottery(state, action);
      return { state: step.state, events: [...events, ...step.events] };
    },
    { state: { status: undefined, failedDraw: undefined }, events: [] } as ReturnType<typeof play>,
  );

describe('a draw', () => {
  it('becomes the latest draw and is announced once', () => {
    const { state, events } = play(status(null, 20), pushed(20, 44), pushed(20, 44));
    expect(state.status).toMatchObject({ latest: { drawId: 'd20' }, next: { drawId: 'd44' } });
    expect(events).toEqual([{ type: 'drawn', drawId: 'd20' }]);
  });

  it('that is older than the latest changes nothing', () => {
    const before = play(status(20, 44));
    expect(reduceLottery(before.state, pushed(19, 20)).state.status).toBe(before.state.status);
  });

  it('is not announced when it is part of the status', () => {
    expect(play(status(null, 20), status(20, 44)).events).toEqual([]);
  });
});

it('does not revert a push by an older status', () => {
  const { state } = play(status(null, 20), pushed(20, 44), status(null, 20));
  expect(state.status?.latest?.drawId).toBe('d20');
});

it('names the expected draw of a failed push until the next one arrives', () => {
  const failed = play(status(null, 20), { type: 'drawFailed' });
  expect(failed.state.failedDraw).toBe('d20');
  expect(reduceLottery(failed.state, pushed(20, 44)).state.failedDraw).toBeNull();
});
