/** What hangs on the cord above a page: bulbs by night, bunting by day; the theme chooses without script. */
import { short } from './random.ts';
import './scene.css';

const width = 1440;
/** How far one swag hangs. */
const sag = 22;
const swags = 3;
/** Lamps or flags on one swag. */
const each = 11;
const span = width / swags;

const curves = Array.from({ length: swags }, (_, swag) => {
  const [middle, end] = [short(span * (swag + 0.5)), short(span * (swag + 1))];
  return `Q${middle} ${short(3 + sag * 2)} ${end} 3`;
});
const cord = `M0 3${curves.join('')}`;
const flags = ['var(--scene-bulb)', 'var(--scene-teal)', 'var(--scene-wire)', 'var(--scene-red)'];

/** The shapes within `lightsFrame`, cut at the sides rather than squeezed. */
export function Lights() {
  'use memo';
  return (
    <>
      <g className="scene-night-only">
        <path d={cord} fill="none" stroke="var(--scene-cord)" strokeWidth={1.5} />
        <g className="scene-lights-up">
          {hangers().map(([x, y], index) => (
            <g key={index} style={{ animationDelay: `${index * 40}ms` }}>
              <Bulb x={x} y={y} />
            </g>
          ))}
        </g>
      </g>
      <g className="scene-day-only">
        <path d={cord} fill="none" stroke="var(--scene-cord)" strokeWidth={1.5} />
        {hangers().map(([x, y, tilt], index) => (
          <path
            key={index}
            d="M-8 0H8L0 18Z"
            transform={`translate(${x} ${y}) rotate(${tilt})`}
            fill={flags[index % flags.length]}
          />
        ))}
      </g>
    </>
  );
}

/** One lamp hanging from (x, y): a drop, one highlight, and one flat disc of light. */
const Bulb = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <circle cy={9} r={11} fill="var(--scene-bulb)" opacity={0.18} />
    <rect x={-2} y={-1} width={4} height={5} fill="var(--scene-ink)" />
    <path d="M-2 4H2Q5 7 5 10A5 5 0 0 1 -5 10Q-5 7 -2 4Z" fill="var(--scene-bulb)" />
    <ellipse cx={-1.6} cy={9} rx={1} ry={2} fill="var(--scene-white)" opacity={0.8} />
  </g>
);

const hangers = (): [number, number, number][] =>
  Array.from({ length: swags * each }, (_, index) => {
    const along = ((index % each) + 0.5) / each;
    const x = span * Math.floor(index / each) + span * along;
    const drop = 4 * sag * along * (1 - along);
    const slope = (4 * sag * (1 - 2 * along)) / span;
    return [short(x), short(3 + drop), short((Math.atan(slope) * 180) / Math.PI)];
  });
