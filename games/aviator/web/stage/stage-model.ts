/** What the stage shows at a moment, and where. Pure: the loop and the painter share it. */
import { curveAt, flightScale, hundredthsAt } from './flight.ts';
import type { FlightScale } from './flight.ts';

export type StageModel = {
  phase: 'waiting' | 'flying' | 'crashed';
  /** Server time of take-off; null while waiting. */
  startedAtMs: number | null;
  growthPerMs: number;
  /** The final multiplier, once there is one. */
  crashMultiplier: number | null;
  countdown: number;
  /** What the picture needs of the player's bets in this round. */
  cashedOutAt: readonly number[];
  autoCashOuts: readonly number[];
  /** Cash-outs of everybody: where, and how many. */
  marks: readonly { at: number; count: number }[];
  /** Cash-outs of a club's other members, the lowest first, with the ink of its pennant. */
  flags?: { ink: string; of: readonly { at: number; name: string }[] } | undefined;
  /** When presses of the player arrived, in a recorded flight. */
  presses?: readonly StagePress[];
};

export type StagePress = {
  /** Its place on the trail. */
  flightMs: number;
  isLate: boolean;
  label: string;
};

export type Box = {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  ground: number;
  /** 1 on a stage as wide as the desktop's, less on a phone. */
  unit: number;
  strikerX: number;
};

export function stageBox(width: number, height: number): Box {
  const narrow = width < 640;
  const unit = Math.min(1.25, Math.max(0.5, width / 1072));
  return {
    width,
    height,
    unit,
    left: narrow ? Math.max(74, width * 0.2) : Math.max(140, width * 0.155),
    right: width * (narrow ? 0.93 : 0.955),
    top: height * (narrow ? 0.3 : 0.2),
    ground: height - (narrow ? 58 : Math.max(96, height * 0.17)),
    strikerX: narrow ? 26 : Math.max(44, width * 0.062),
  };
}

/** Half the width of the striker's tower. */
export const strikerHalf = (box: Box): number => (box.unit < 0.6 ? 6 : 9);

export type Moment = {
  flightMs: number;
  hundredths: number;
  scale: FlightScale;
  rocket: { x: number; y: number; /** Degrees from upright, clockwise. */ turn: number };
};

const standingTurn = 8;
const leanMs = 1200;

/** `flownMs` counts in flight alone. */
export function momentOf(model: StageModel, box: Box, flownMs: number): Moment {
  const { phase, growthPerMs: growth } = model;
  const crash = model.crashMultiplier ?? 1;
  const flightMs =
    phase === 'waiting' ? 0 : phase === 'crashed' ? Math.log(Math.max(1, crash)) / growth : flownMs;
  const scale = flightScale(flightMs, growth);
  const point = pointAt(box, scale, growth);
  const [x, y] = point(flightMs);
  const [ahead, above] = point(flightMs + 60);
  const slope = (Math.atan2(ahead - x, y - above) * 180) / Math.PI;
  // It starts on the ground, and leans into the curve as it leaves.
  const leaning = Math.min(1, flightMs / leanMs);
  return {
    flightMs,
    hundredths: phase === 'crashed' ? Math.round(crash * 100) : hundredthsAt(flightMs, growth),
    scale,
    rocket: { x, y, turn: standingTurn + (slope - standingTurn) * leaning * (2 - leaning) },
  };
}

export const pointAt =
  (box: Box, scale: FlightScale, growth: number) =>
  (ms: number): readonly [number, number] => [
    box.left + scale.across(ms) * (box.right - box.left),
    box.ground - scale.up(curveAt(ms, growth)) * (box.ground - box.top),
  ];
