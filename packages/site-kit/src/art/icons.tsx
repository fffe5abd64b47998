/** Small marks of our own: the coin, the wheel of the logo, the seal of fairness, a bulb. Decorative unless titled. */
import { Star } from './star.tsx';
import { short } from './random.ts';
import './scene.css';

export type MarkProps = { size?: number; className?: string | undefined };

export function CoinIcon({ size = 20, className }: MarkProps) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={className} aria-hidden="true">
      <circle cx={12} cy={12.6} r={11.4} fill="#b9770f" />
      <circle cx={12} cy={11.6} r={11.4} fill="var(--scene-gold)" />
      <circle cx={12} cy={11.6} r={8} fill="none" stroke="#8a5606" strokeWidth={1.5} />
      <Star x={12} y={11.8} size={5.2} fill="#7a4a05" />
    </svg>
  );
}

export function LogoMark({ size = 36, className }: MarkProps) {
  const lamps = Array.from({ length: 8 }, (_, index) => {
    const angle = (Math.PI * 2 * index) / 8 + Math.PI / 8;
    return [short(18 + Math.sin(angle) * 12), short(16 - Math.cos(angle) * 12)] as const;
  });
  return (
    <svg viewBox="0 0 36 40" width={short(size * 0.9)} height={size} className={className} aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth={2.6} strokeLinecap="round" strokeLinejoin="round">
        <circle cx={18} cy={16} r={11.4} />
        <path d="M18 16L11 36.6M18 16L25 36.6M9 37.4H27" />
        <path
          d={lamps
            .map(([x, y]) => `M18 16L${short(18 + (x - 18) * 0.9)} ${short(16 + (y - 16) * 0.9)}`)
            .join('')}
          strokeWidth={1.5}
        />
      </g>
      {lamps.map(([x, y], index) => (
        <circle
          key={index}
          cx={x}
          cy={y}
          r={3.4}
          fill={index % 2 === 0 ? 'var(--scene-rocket)' : 'var(--scene-bulb)'}
        />
      ))}
      <circle cx={18} cy={16} r={3} fill="currentColor" />
    </svg>
  );
}

/** Plum, and nothing else is: what was sealed before, and can be checked after. */
export function SealIcon({ size = 20, className }: MarkProps) {
  const edge = Array.from({ length: 24 }, (_, index) => {
    const angle = (Math.PI * 2 * index) / 24;
    const r = index % 2 === 0 ? 11.6 : 9.8;
    return `${short(12 + Math.sin(angle) * r)} ${short(12 - Math.cos(angle) * r)}`;
  });
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={className} aria-hidden="true">
      <path
        d={`M${edge.join('L')}Z`}
        fill="var(--plum-500, #9b5de5)"
        stroke="var(--plum-500, #9b5de5)"
        strokeLinejoin="round"
      />
      <path
        d="M7.2 12.4L10.6 15.6L16.8 9"
        fill="none"
        stroke="#fff8ea"
        strokeWidth={2.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
