/** What hangs on the cord above a page: bulbs by night, bunting by day; the theme chooses without script. */
import { short } from './random.ts';
import './scene.css';

/** The shapes within `lightsFrame`, cut at the sides rather than squeezed. */
export const Lights = () => (
  <>
    <g className="scene-night-only">
      <BulbString width={1440} />
    </g>
    <g className="scene-day-only">
      <Bunting width={1440} />
    </g>
  </>
);

type CordProps = {
  width: number;
  /** How far one swag hangs. */
  sag?: number;
  swags?: number;
  /** Lamps or flags on one swag. */
  each?: number;
};

function BulbString({ width, sag = 22, swags = 3, each = 11 }: CordProps) {
  'use memo';
  return (
    <g>
      <path d={cord(width, sag, swags)} fill="none" stroke="var(--scene-cord)" strokeWidth={1.5} />
      <g className="scene-lights-up">
        {hangers(width, sag, swags, each).map(([x, y], index) => (
          <g key={index} style={{ animationDelay: `${index * 40}ms` }}>
            <Bulb x={x} y={y} />
          </g>
        ))}
      </g>
    </g>
  );
}

type BulbProps = { x: number; y: number; size?: number; lit?: boolean };

/** One lamp hanging from (x, y): a drop, one highlight, and one flat disc of light when lit. */
function Bulb({ x, y, size = 1, lit = true }: BulbProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      {lit && <circle cy={9} r={11} fill="var(--scene-bulb)" opacity={0.18} />}
      <rect x={-2} y={-1} width={4} height={5} fill="var(--scene-ink)" />
      <path
        d="M-2 4H2Q5 7 5 10A5 5 0 0 1 -5 10Q-5 7 -2 4Z"
        fill={lit ? 'var(--scene-bulb)' : 'var(--scene-bulb-off)'}
      />
      {lit && <ellipse cx={-1.6} cy={9} rx={1} ry={2} fill="var(--scene-white)" opacity={0.8} />}
    </g>
  );
}

const flags = ['var(--scene-bulb)', 'var(--scene-teal)', 'var(--scene-wire)', 'var(--scene-red)'];

function Bunting({ width, sag = 22, swags = 3, each = 11 }: CordProps) {
  return (
    <g>
      <path d={cord(width, sag, swags)} fill="none" stroke="var(--scene-cord)" strokeWidth={1.5} />
      {hangers(width, sag, swags, each).map(([x, y, tilt], index) => (
        <path
          key={index}
          d="M-8 0H8L0 18Z"
          transform={`translate(${x} ${y}) rotate(${tilt})`}
          fill={flags[index % flags.length]}
        />
      ))}
    </g>
  );
}

function cord(width: number, sag: number, swags: number): string {
  const span = width / swags;
  let path = 'M0 3';
  for (let swag = 0; swag < swags; swag += 1) {
    path += `Q${short(span * (swag + 0.5))} ${short(3 + sag * 2)} ${short(span * (swag + 1))} 3`;
  }
  return path;
}

function hangers(width: number, sag: number, swags: number, each: number): [number, number, number][] {
  const span = width / swags;
  return Array.from({ length: swags * each }, (_, index) => {
    const along = ((index % each) + 0.5) / each;
    const x = span * Math.floor(index / each) + span * along;
    const drop = 4 * sag * along * (1 - along);
    const slope = (4 * sag * (1 - 2 * along)) / span;
    return [short(x), short(3 + drop), short((Math.atan(slope) * 180) / Math.PI)];
  });
}
