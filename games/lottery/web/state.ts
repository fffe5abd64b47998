/** What the page knows of the draws, as a pure function of messages and answers. */
import { newerOf, type Step } from '@fairground/game-kit/web';
import type { LatestDraw, LotterySeal, LotteryStatus } from '../contract.ts';

export interface LotteryState {
  /** Undefined until loaded. */
  status: LotteryStatus | undefined;
  /** The draw that was next when its result could not be pushed; null where all is well. */
  failedDraw: string | null | undefined;
  /** The seal of the draw whose tickets were sealed last. */
  seal?: LotterySeal | undefined;
}

export type LotteryAction =
  | { type: 'statusLoaded'; status: LotteryStatus }
  | { type: 'drawReceived'; draw: LatestDraw }
  | { type: 'sealed'; seal: LotterySeal }
  | { type: 'drawFailed' };

/** A result was pushed while the page followed the game. */
export interface LotteryEvent {
  type: 'drawn';
  drawId: string;
}

/** Grows with each draw. */
const versionOf = ({ next }: LotteryStatus): number => Date.parse(next.drawsAt);

export function reduceLottery(state: LotteryState, action: LotteryAction): Step<LotteryState, LotteryEvent> {
  switch (action.type) {
    case 'statusLoaded': {
      const { status: known } = state;
      const status = known === undefined ? action.status : newerOf(known, action.status, versionOf);
      return { state: { ...state, status }, events: [] };
    }
    case 'sealed':
      return { state: { ...state, seal: action.seal }, events: [] };
    case 'drawFailed':
      return { state: { ...state, failedDraw: state.status?.next.drawId ?? '' }, events: [] };
    case 'drawReceived':
      return receiveDraw({ ...state, failedDraw: null }, action.draw);
  }
}

function receiveDraw(state: LotteryState, draw: LatestDraw): Step<LotteryState, LotteryEvent> {
  const { status: known } = state;
  const { drawId, winningNumbers, drawnAt, next } = draw;
  // Ignores a late result that is older than the known one.
  if (known === undefined || Date.parse(next.drawsAt) < versionOf(known)) return { state, events: [] };
  const latest =
    drawId !== null && winningNumbers !== null && drawnAt !== null
      ? { drawId, winningNumbers, drawnAt }
      : null;
  const isNew = drawId !== null && drawId !== known.latest?.drawId;
  return {
    state: { ...state, status: { ...known, latest, next } },
    events: isNew ? [{ type: 'drawn', drawId }] : [],
  };
}
