/** The firework rocket and its burst. Groups; the rocket's tail is at (0, 0) and it points up, 100 units long. */
import { short } from './random.ts';
import './scene.css';

export type RocketProps = { x?: number; y?: number; scale?: number; turn?: number; flame?: boolean };

export function Rocket({ x = 0, y = 0, scale = 1, turn = 0, flame = true }: RocketProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
      {flame && (
        <path
          d="M0 20L-6 -6L-12 8L-13 -8L-22 -2L-14 -18H14L22 -2L13 -8L12 8L6 -6Z"
          fill="var(--scene-white)"
        />
      )}
      <path d="M-13 -34L-24 -12L-12 -18ZM13 -34L24 -12L12 -18Z" fill="var(--scene-teal)" />
      <path d="M-13 -72H13V-16H-13Z" fill="var(--scene-white)" />
      <path d="M-13 -62L13 -72V-58L-13 -48ZM-13 -34L13 -44V-30L-13 -20Z" fill="var(--scene-rocket)" />
      <path d="M4 -72H13V-16H4Z" fill="var(--scene-shade)" opacity={0.13} />
      <rect x={-16} y={-75} width={32} height={7} rx={2} fill="var(--scene-gold)" />
      <rect x={-14} y={-19} width={28} height={6} rx={2} fill="var(--scene-gold)" />
      <path d="M-17 -75Q-14 -96 0 -112Q14 -96 17 -75Z" fill="var(--scene-rocket)" />
      <path d="M0 -112Q14 -96 17 -75H5Q6 -96 0 -112Z" fill="var(--scene-shade)" opacity={0.12} />
    </g>
  );
}

export type BurstProps = { x: number; y: number; size: number; inks?: readonly string[] };

/** A firework at its widest: rays and dots in rings. */
export function Burst({ x, y, size, inks = ['var(--scene-rocket)', 'var(--scene-bulb)'] }: BurstProps) {
  const rays = 12;
  return (
    <g transform={`translate(${x} ${y})`} strokeLinecap="round">
      {Array.from({ length: rays }, (_, index) => {
        const angle = (Math.PI * 2 * index) / rays;
        const [sx, sy] = [Math.sin(angle), -Math.cos(angle)];
        const at = (share: number): string => `${short(sx * size * share)} ${short(sy * size * share)}`;
        const ink = inks[index % inks.length];
        return (
          <g key={index}>
            <path
              d={`M${at(0.3)}L${at(0.74)}`}
              stroke={ink}
              strokeWidth={short(Math.max(1.2, size * 0.045))}
            />
            <circle cx={short(sx * size)} cy={short(sy * size)} r={short(size * 0.05)} fill={ink} />
          </g>
        );
      })}
    </g>
  );
}
