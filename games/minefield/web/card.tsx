/** The card of Minefield: its picture, lit from within, so the same by night and by day, and the average return. */
import { defineGameCard } from '@fairground/game-kit/web';
import { Tuft } from '@fairground/site-kit/art/tuft.tsx';
import { Gem } from './pictures/gem.tsx';
import type { GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import type { Texts } from './texts.ts';
import type { MinefieldConfig } from '../contract.ts';

export default defineGameCard<MinefieldConfig>({
  Picture: MinefieldPicture,
  returnsBp: ({ difficulties }) =>
    difficulties.flatMap(({ steps }) => steps.slice(0, 1).map(({ rtpBp }) => rtpBp)),
  returnText: 'games.returnFirst' satisfies keyof Texts['shell'] as GameMessageKey,
});

function MinefieldPicture() {
  const rows = [
    [44, 66, 92, 196],
    [66, 98, 70, 218],
    [98, 138, 40, 248],
  ] as const;
  return (
    <g>
      <rect width={288} height={132} fill="#123234" />
      <circle cx={144} cy={104} r={150} fill="#163d3d" />
      <circle cx={144} cy={104} r={98} fill="#1c4b47" />
      <path d="M0 6Q70 20 144 8T288 6" fill="none" stroke="#8f87ad" strokeWidth={1.2} />
      {[34, 88, 144, 200, 254].map((x, index) => (
        <g key={x} transform={`translate(${x} ${index % 2 === 0 ? 14 : 18})`}>
          <path d="M0 -6V0" stroke="#8f87ad" />
          <circle cy={13} r={19} fill="var(--scene-bulb)" opacity={0.14} />
          <rect x={-5} y={0} width={10} height={4} fill="#efdfb8" />
          <path d="M-7 4H7Q11 13 7 22H-7Q-11 13 -7 4Z" fill="var(--scene-bulb)" />
          <path d="M-2.6 4Q-5 13 -2.6 22M2.6 4Q5 13 2.6 22" fill="none" stroke="#e59e1d" strokeWidth={1.2} />
          <rect x={-5} y={22} width={10} height={4} fill="#efdfb8" />
        </g>
      ))}
      {rows.map(([top, bottom, from, to], row) =>
        [0, 1, 2, 3, 4].map((column) => {
          const spread = row === 0 ? 17 : 21;
          const topAt = (n: number) => from + ((to - from) * n) / 5;
          const bottomAt = (n: number) => from - spread + ((to - from + spread * 2) * n) / 5;
          const dug = (row === 0 && column === 3) || (row === 1 && column === 1);
          const inset = 1.4;
          const x = (topAt(column) + bottomAt(column + 1)) / 2;
          return (
            <g key={`${row}-${column}`}>
              <path
                d={
                  `M${topAt(column) + inset} ${top + inset}H${topAt(column + 1) - inset}` +
                  `L${bottomAt(column + 1) - inset} ${bottom - inset}H${bottomAt(column) + inset}Z`
                }
                fill={dug ? '#2a1c1c' : (row + column) % 2 === 0 ? '#3c8f68' : '#337d5d'}
              />
              {dug ? (
                <Gem x={x} y={bottom - 9} size={row === 0 ? 10 : 14} />
              ) : (
                <g fill="#6fbf86">
                  <Tuft x={x - 5} y={bottom - 8} size={8} />
                </g>
              )}
            </g>
          );
        }),
      )}
    </g>
  );
}
