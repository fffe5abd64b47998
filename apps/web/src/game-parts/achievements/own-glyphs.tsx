/** What the site's own badges show, each around the middle within a radius of 30. */
import { Star } from '@fairground/site-kit/art/star.tsx';

function Person({ x, y = 0, fill }: { x: number; y?: number; fill: string }) {
  return (
    <g transform={`translate(${x} ${y})`} fill={fill}>
      <circle cy={-10} r={7} />
      <path d="M-12 20Q-12 0 0 0Q12 0 12 20Z" />
    </g>
  );
}

const FirstWin = () => <Star size={27} fill="var(--scene-bulb)" />;

const Friend = () => (
  <>
    <Person x={-12} fill="var(--scene-teal)" />
    <Person x={12} fill="var(--scene-rocket)" />
  </>
);

const ThreeFriends = () => (
  <>
    <Person x={0} y={-9} fill="var(--scene-gold)" />
    <Person x={-16} y={4} fill="var(--scene-teal)" />
    <Person x={16} y={4} fill="var(--scene-rocket)" />
  </>
);

const SevenStamps = () => (
  <>
    <rect x={-27} y={-18} width={54} height={36} rx={4} fill="var(--scene-paper)" />
    {[0, 1, 2, 3, 4, 5, 6].map((stamp) => (
      <circle
        key={stamp}
        cx={stamp < 4 ? -18 + 12 * stamp : -12 + 12 * (stamp - 4)}
        cy={stamp < 4 ? -7 : 7}
        r={4.4}
        fill="var(--scene-rocket)"
      />
    ))}
  </>
);

const TurnedSeed = () => (
  <>
    <path d="M0 26V-2" stroke="#3d8f6d" strokeWidth={4} strokeLinecap="round" />
    <path d="M0 2Q-24 2 -24 -20Q-2 -20 0 2Z" fill="#4fe0b0" />
    <path d="M0 -4Q0 -26 22 -28Q24 -6 0 -4Z" fill="#3bb98f" />
    <ellipse cy={25} rx={16} ry={5} fill="#9b5de5" />
  </>
);

const SeasonHundred = () => (
  <>
    <path d="M-25 -18H25V22Q25 26 21 26H-21Q-25 26 -25 22Z" fill="var(--scene-white)" />
    <path d="M-25 -22Q-25 -26 -21 -26H21Q25 -26 25 -22V-10H-25Z" fill="var(--scene-red)" />
    <path d="M-12 -30V-21M12 -30V-21" stroke="var(--scene-gold)" strokeWidth={4} strokeLinecap="round" />
    <Star y={8} size={14} fill="var(--scene-gold)" />
  </>
);

const stops = ['#ff6b6b', '#ffd166', '#2f8f95', '#fff8ea', '#ff6b6b', '#ffd166', '#2f8f95', '#fff8ea'];

const GrandTour = () => (
  <>
    <path d="M0 0L-15 31M0 0L15 31" stroke="var(--scene-leg)" strokeWidth={4} strokeLinecap="round" />
    <circle r={22} fill="none" stroke="#d9cba9" strokeWidth={2.6} />
    {stops.map((fill, index) => (
      <g key={index} transform={`rotate(${45 * index})`}>
        <path d="M0 0V-22" stroke="#d9cba9" strokeWidth={1.6} />
        <circle cy={-22} r={5.2} fill={fill} />
      </g>
    ))}
    <circle r={6} fill="var(--scene-red)" />
  </>
);

export const ownGlyphs: Readonly<Record<string, () => React.JSX.Element>> = {
  'first-win': FirstWin,
  friend: Friend,
  'three-friends': ThreeFriends,
  'seven-stamps': SevenStamps,
  'turned-seed': TurnedSeed,
  'season-hundred': SeasonHundred,
  'grand-tour': GrandTour,
};
