/** What the badges of the lottery show. */
import type { GameBadges } from '@fairground/game-kit/web';

function Stub() {
  return (
    <>
      <path d="M-28 -17H28V-5Q22 0 28 5V17H-28V5Q-22 0 -28 -5Z" fill="var(--scene-paper)" />
      <path d="M12 -17V17" stroke="#8a5606" strokeWidth={1.6} strokeDasharray="3 3" />
    </>
  );
}

const First = () => (
  <g transform="rotate(-14)">
    <Stub />
    {[-18, -8, 2].map((x) => (
      <g key={x} fill="var(--scene-red)">
        <circle cx={x} cy={-6} r={3.4} />
        <circle cx={x} cy={6} r={3.4} />
      </g>
    ))}
  </g>
);

const Three = () => (
  <>
    {[-20, 0, 20].map((x, index) => (
      <g key={x} transform={`translate(${x} ${index === 1 ? -8 : 8})`}>
        <circle r={12} fill={['#ff6b6b', '#ffd166', '#6cc5ff'][index]} />
        <circle r={6.5} fill="#fff8ea" />
      </g>
    ))}
  </>
);

export default { 'lottery-first': First, 'lottery-three': Three } satisfies GameBadges;
