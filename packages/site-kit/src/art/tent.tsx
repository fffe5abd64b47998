/** A striped tent with a flag. A group: stands on (x, y), 200 units wide and 200 high to the mast's top. */
import { short } from './random.ts';
import './scene.css';

export type TentColor = 'red' | 'teal' | 'amber';
export type TentProps = { x: number; y: number; scale?: number; color?: TentColor; stripes?: number };

const flags: Record<TentColor, string> = {
  red: 'var(--scene-bulb)',
  teal: 'var(--scene-red)',
  amber: 'var(--scene-teal)',
};

export function Tent({ x, y, scale = 1, color = 'red', stripes = 9 }: TentProps) {
  const paint = `var(--scene-${color})`;
  const wall = 168 / stripes;
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      {Array.from({ length: stripes }, (_, index) => (
        <rect
          key={index}
          x={short(-84 + index * wall)}
          y={-74}
          width={short(wall + 0.4)}
          height={74}
          fill={index % 2 === 0 ? paint : 'var(--scene-paper)'}
        />
      ))}
      <rect x={-84} y={-74} width={168} height={26} fill="var(--scene-shade)" opacity={0.15} />
      <path d="M-20 0V-22Q-20 -46 0 -50Q20 -46 20 -22V0Z" fill="var(--scene-door)" />
      {Array.from({ length: stripes }, (_, index) => {
        const fill = index % 2 === 0 ? paint : 'var(--scene-paper)';
        return <path key={index} d={gore(index, stripes)} fill={fill} />;
      })}
      <path d="M0 -166Q46 -108 100 -72Q58 -92 0 -166Z" fill="var(--scene-shade)" opacity={0.14} />
      <path d="M-1.4 -164V-204H1.4V-164Z" fill="var(--scene-wire)" />
      <path d="M1.4 -203L34 -193L1.4 -182Z" fill={flags[color]} />
    </g>
  );
}

/** One strip of the roof from the tip to its scallop at the eaves. */
function gore(index: number, stripes: number): string {
  const width = 200 / stripes;
  const left = -100 + index * width;
  const right = left + width;
  const bend = (x: number): string => `${short(x * 0.4)} ${short(-112 - (1 - Math.abs(x) / 100) * 4)}`;
  const sag = short(-72 + 11);
  return (
    `M0 -167Q${bend(left)} ${short(left)} -72Q${short(left + width * 0.1)} ${sag} ` +
    `${short(left + width / 2)} ${sag}Q${short(right - width * 0.1)} ${sag} ${short(right)} ` +
    `-72Q${bend(right)} 0 -167Z`
  );
}
