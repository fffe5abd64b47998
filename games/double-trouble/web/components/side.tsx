/** Under, Exact and Over: each has a shape, a word and an ink of its own, so that none is the only sign. */
import { sideOf as sideOfNumber } from '../../rules.ts';
import type { Field } from '../fields.ts';
import type { TextKey, Translate } from '../texts.ts';

export type Side = 'Under' | 'Over' | 'Exact';

export const sideOf = (number: number, max: number): Side => sideOfNumber(number, max === 50 ? 50 : 30);

export const sideText = {
  Under: 'doubleTrouble.under',
  Over: 'doubleTrouble.over',
  Exact: 'doubleTrouble.exact',
} as const satisfies Record<Side, TextKey>;

/** What a bet is on, in words. */
export const nameOf = (field: Field, t: Translate): string =>
  field.drawType === 'Number' ? t('doubleTrouble.numberN', { n: field.number }) : t(sideText[field.drawType]);

/** A triangle down, two bars, a triangle up. */
const shapes: Record<Side, string> = {
  Under: 'M1 3H11L6 10.5Z',
  Over: 'M1 9.5H11L6 2Z',
  Exact: 'M1 2.6H11V5H1ZM1 7.4H11V9.8H1Z',
};

export function SideIcon({ side, size = 12 }: { side: Side; size?: number }) {
  return (
    <svg
      viewBox="0 0 12 12"
      width={size}
      height={size}
      className="shrink-0 text-(--dt-side-text)"
      data-side={side}
      aria-hidden="true"
    >
      <path d={shapes[side]} fill="currentColor" />
    </svg>
  );
}

interface BallProps {
  x: number;
  y: number;
  r: number;
  number: number;
  side: Side;
}

/** One numbered ball around (x, y): a disc in the ink of its side, one shade, a paper face. */
export function Ball({ x, y, r, number, side }: BallProps) {
  return (
    <g transform={`translate(${x} ${y})`} className="text-(--dt-side)" data-side={side}>
      <circle r={r} fill="currentColor" />
      <path
        d={`M${-r} 0A${r} ${r} 0 0 0 ${r} 0A${r * 1.3} ${r * 1.3} 0 0 1 ${-r} 0Z`}
        fill="#0e0b1f"
        opacity={0.16}
        transform={`rotate(-18)`}
      />
      <circle r={r * 0.66} fill="#fff8ea" />
      <text
        y={r * 0.3}
        textAnchor="middle"
        fontSize={r * (number > 9 ? 0.82 : 0.9)}
        fontWeight={700}
        fill="#0e0b1f"
      >
        {number}
      </text>
    </g>
  );
}
