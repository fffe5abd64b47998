/** The big wheel. A group around its hub: radius 100, legs down to y = 128. Gondolas stay upright as it turns. */
import { short } from './random.ts';
import { Star } from './star.tsx';
import './scene.css';

export type FerrisWheelProps = { x: number; y: number; scale?: number };

const gondolas = 12;
const paints = ['red', 'amber', 'teal', 'paper'] as const;

export function FerrisWheel({ x, y, scale = 1 }: FerrisWheelProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <g stroke="var(--scene-leg)" strokeWidth={5} fill="none">
        <path d="M-4 8L-42 128M4 8L42 128" />
        <path d="M-25 76H25M-36 110H36" strokeWidth={2.4} />
      </g>
      <g className="scene-turn">
        <Rim />
        {Array.from({ length: gondolas }, (_, index) => {
          const turn = short((360 / gondolas) * index + 8);
          return (
            <g key={index} transform={`rotate(${turn}) translate(0 -98) rotate(${-turn})`}>
              <g className="scene-upright">
                <Gondola paint={paints[index % paints.length] ?? 'red'} />
              </g>
            </g>
          );
        })}
      </g>
      <circle r={13} fill="var(--scene-white)" />
      <circle r={11.4} fill="var(--scene-red)" />
      <Star size={7.4} fill="var(--scene-bulb)" />
    </g>
  );
}

const onCircle = (angle: number, radius: number): string =>
  `${short(Math.sin(angle) * radius)} ${short(-Math.cos(angle) * radius)}`;

function Rim() {
  const spokes = 24;
  const zigzag = Array.from({ length: 72 }, (_, index) => {
    const angle = (Math.PI * 2 * index) / 72;
    return onCircle(angle, index % 2 === 0 ? 100 : 92);
  }).join('L');
  return (
    <g>
      <g stroke="var(--scene-wire)" fill="none" strokeWidth={0.55}>
        {Array.from({ length: spokes }, (_, index) => {
          const angle = (Math.PI * 2 * index) / spokes;
          const off = index % 2 === 0 ? 0.3 : -0.3;
          return <path key={index} d={`M${onCircle(angle, 12)}L${onCircle(angle + off, 92)}`} />;
        })}
        <circle r={52} strokeOpacity={0.6} />
        <path d={`M${zigzag}Z`} strokeWidth={0.7} />
      </g>
      <circle r={100} fill="none" stroke="var(--scene-wire)" strokeWidth={2} />
      <circle r={92} fill="none" stroke="var(--scene-wire)" strokeWidth={1.2} />
      <Bulbs count={36} radius={100} size={1.5} fill="var(--scene-rim)" />
      <Bulbs count={18} radius={52} size={0.9} fill="var(--scene-red)" />
      <Bulbs count={18} radius={30} size={0.9} fill="var(--scene-rim)" />
    </g>
  );
}

type BulbsProps = { count: number; radius: number; size: number; fill: string };

function Bulbs({ count, radius, size, fill }: BulbsProps) {
  return (
    <g fill={fill}>
      {Array.from({ length: count }, (_, index) => {
        const angle = (Math.PI * 2 * (index + 0.5)) / count;
        return (
          <circle
            key={index}
            cx={short(Math.sin(angle) * radius)}
            cy={short(-Math.cos(angle) * radius)}
            r={size}
          />
        );
      })}
    </g>
  );
}

function Gondola({ paint }: { paint: (typeof paints)[number] }) {
  const fill = `var(--scene-${paint})`;
  return (
    <g>
      <path d="M-6.6 3V12M6.6 3V12M0 0V3" stroke="var(--scene-ink)" strokeWidth={1} />
      <path d="M-10.6 4.4Q0 -4.4 10.6 4.4Q5 3.4 0 3.4T-10.6 4.4Z" fill={fill} />
      <path d="M-9.4 12H9.4L7.6 18.6Q0 20.6 -7.6 18.6Z" fill={fill} />
      <path
        d="M-7.6 18.6Q0 20.6 7.6 18.6L8.2 16.4Q0 18.4 -8.2 16.4Z"
        fill="var(--scene-shade)"
        opacity={0.14}
      />
      <rect x={-10.6} y={10.4} width={21.2} height={2.6} rx={1} fill="var(--scene-white)" />
    </g>
  );
}
