/** What the page knows of the wheel, and how answers change it. */
import { newerOf, type Step } from '@fairground/game-kit/web';
import type { SpinWheelData, WheelAnswer } from '../contract.ts';
import { restingAt, segmentAtTop, turnTo } from './components/turn.ts';

export interface WheelMotion {
  phase: 'standing' | 'requesting' | 'turning';
  /** Clockwise; null where nothing was spun on this page, and the wheel rests at the segment of today. */
  degrees: number | null;
}

/** As stored in the cache. */
export interface WheelState {
  /** Undefined until loaded. */
  today: WheelAnswer | undefined;
  /** Undefined before the first spin on this page. */
  motion: WheelMotion | undefined;
}

export type WheelAction =
  | { type: 'loaded'; today: WheelAnswer }
  | { type: 'spinRequested' }
  | { type: 'spinDrawn'; spin: SpinWheelData }
  /** The wheel has stopped, or the request has failed. */
  | { type: 'spinEnded' };

export const standing: WheelMotion = { phase: 'standing', degrees: null };

/** How far the wheel is turned. */
export const degreesOf = ({ today, motion = standing }: WheelState): number =>
  motion.degrees ?? (today?.spin ? restingAt(today.spin.segment) : 0);

export function reduceWheel(state: WheelState, action: WheelAction): Step<WheelState, never> {
  return { state: next(state, action), events: [] };
}

function next(state: WheelState, action: WheelAction): WheelState {
  const { today, motion = standing } = state;
  switch (action.type) {
    case 'loaded': {
      const loaded = today === undefined ? action.today : newerOf(today, action.today, versionOf);
      return { today: loaded, motion: state.motion && restAtSpin(state.motion, loaded.spin) };
    }
    case 'spinRequested':
      // Its current position is noted: an answer of GET /wheel must not turn it before the spin is shown.
      return motion.phase === 'standing'
        ? { today, motion: { phase: 'requesting', degrees: degreesOf(state) } }
        : state;
    case 'spinDrawn':
      // After a logout the spin belongs to another player.
      if (motion.phase !== 'requesting') return state;
      return {
        today: today && { ...today, isSpinned: true, spin: action.spin },
        motion: { phase: 'turning', degrees: turnTo(action.spin.segment, degreesOf(state)) },
      };
    case 'spinEnded':
      return { today, motion: state.motion && { ...state.motion, phase: 'standing' } };
  }
}

/** Grows with each site day, and within a day with its one spin. */
const versionOf = ({ nextSpinAt, isSpinned }: WheelAnswer): number =>
  Date.parse(nextSpinAt) + (isSpinned ? 1 : 0);

/** A spin that was made elsewhere is where the wheel rests, whatever was spun here before. */
function restAtSpin(motion: WheelMotion, spin: SpinWheelData | null): WheelMotion {
  const { phase, degrees } = motion;
  if (phase !== 'standing' || degrees === null || spin === null) return motion;
  return segmentAtTop(degrees) === spin.segment ? motion : standing;
}
