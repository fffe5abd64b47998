/** The two sides of a plot: turf, and what lay under it. 100 units square; the meadow's light tints the turf. */
import { Tuft } from '@fairground/site-kit/art/tuft.tsx';
import { scatter, short } from '@fairground/site-kit/art/random.ts';
import { burntStars, soil } from '../../plot-shapes.ts';
import { Gem } from '../pictures/gem.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';

export type PlotFace = 'turf' | 'gem' | 'left' | 'mine' | 'hit';

/** Grass and flowers follow from the place alone, so they reveal nothing of what lies below. */
export function Turf({ tileId }: { tileId: number }) {
  const flower = tileId % 7 === 3;
  return (
    <svg viewBox="0 0 100 100" className="block size-full" aria-hidden="true">
      <rect
        width={100}
        height={100}
        rx={14}
        className={cn('transition-[fill]', tileId % 2 === 1 ? 'fill-(--mf-sod-odd)' : 'fill-(--mf-sod)')}
      />
      <path
        d="M0 82L14 76L27 83L42 77L58 84L72 77L86 83L100 77V86A14 14 0 0 1 86 100H14A14 14 0 0 1 0 86Z"
        fill="#0e0b1f"
        opacity={0.2}
      />
      <g className="fill-(--mf-blade) transition-[fill]">
        {scatter(4, 101 + tileId).map(([x, y, size], index) => (
          <Tuft
            key={index}
            x={short(18 + ((x + index) / 4) * 66)}
            y={short(34 + y * 38)}
            size={short(13 + size * 6)}
          />
        ))}
      </g>
      {flower && (
        <g transform={`translate(${30 + ((tileId * 13) % 40)} 32)`}>
          <path
            d={
              'M0 -9A4.6 4.6 0 0 1 4 -3A4.6 4.6 0 0 1 8 4A4.6 4.6 0 0 1 0 7' +
              'A4.6 4.6 0 0 1 -8 4A4.6 4.6 0 0 1 -4 -3A4.6 4.6 0 0 1 0 -9Z'
            }
            fill="#fff8ea"
          />
          <circle r={3.2} fill="#ffb627" />
        </g>
      )}
    </svg>
  );
}

const rays = Array.from({ length: 12 }, (_, at) => at * 30);

export function Dug({ face }: { face: Exclude<PlotFace, 'turf'> }) {
  const burnt = face === 'mine' || face === 'hit';
  return (
    <svg viewBox="0 0 100 100" className="block size-full" aria-hidden="true">
      <rect width={100} height={100} rx={14} fill={burnt ? '#2a1a1c' : '#24161a'} />
      <path d={soil} fill={burnt ? '#3a2422' : '#38231f'} />
      {burnt ? <BurntPatch hit={face === 'hit'} /> : <FoundGem dim={face === 'left'} />}
    </svg>
  );
}

function FoundGem({ dim }: { dim: boolean }) {
  return (
    <g>
      {!dim && (
        <g transform="translate(50 53)" fill="#ffd166">
          {rays.map((turn, index) => (
            <path
              key={turn}
              d={index % 2 === 0 ? 'M-3 -27L-5 -42H5L3 -27Z' : 'M-2.4 -28L-3.6 -37H3.6L2.4 -28Z'}
              transform={`rotate(${turn})`}
            />
          ))}
        </g>
      )}
      <g opacity={dim ? 0.55 : 1}>
        <Gem x={50} y={69} size={23} />
      </g>
      <circle cx={16} cy={84} r={4} fill="#56392f" />
      <circle cx={83} cy={86} r={3} fill="#56392f" />
    </g>
  );
}

/** A scorched star in the ground; where it was hit, embers glow in its cracks and smoke rises from it. */
function BurntPatch({ hit }: { hit: boolean }) {
  return (
    <g>
      <path d={burntStars.edge} fill="#120b0e" />
      <path d={burntStars.embers} fill={hit ? '#ff6b6b' : '#4a2f2b'} />
      <path d={burntStars.middle} fill={hit ? '#ffd166' : '#120b0e'} />
      {hit && (
        <path
          d="M36 22Q30 14 38 8M64 24Q72 15 63 7"
          fill="none"
          stroke="#d9cba9"
          strokeWidth={3}
          strokeLinecap="round"
        />
      )}
    </g>
  );
}
