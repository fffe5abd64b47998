/** What the badge of the wheel shows. */
import type { GameBadges } from '@fairground/game-kit/web';
import { Star } from '@fairground/site-kit/art/star.tsx';

const inks = ['var(--scene-red)', 'var(--scene-paper)', 'var(--scene-teal)', 'var(--scene-gold)'];

const Thousand = () => (
  <>
    {[0, 45, 90, 135, 180, 225, 270, 315].map((turn, index) => (
      <path
        key={turn}
        transform={`rotate(${turn})`}
        d="M0 0L-10.7 -25.9A28 28 0 0 1 10.7 -25.9Z"
        fill={inks[index % inks.length]}
      />
    ))}
    <circle r={11} fill="#fff8ea" />
    <Star size={9} fill="#b9770f" />
    <path d="M-7 -33H7L0 -20Z" fill="#fff8ea" />
  </>
);

export default { 'wheel-thousand': Thousand } satisfies GameBadges;
