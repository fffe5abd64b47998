/** The showman: the face of a player who has picked none of the twenty avatars. */
import './scene.css';

export type MascotProps = { size?: number; className?: string | undefined; title?: string };

export function Mascot({ size = 40, className, title }: MascotProps) {
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      className={className}
      role={title === undefined ? undefined : 'img'}
      aria-hidden={title === undefined ? true : undefined}
      aria-label={title}
    >
      <defs>
        <clipPath id="mascot-round">
          <circle cx={32} cy={32} r={32} />
        </clipPath>
      </defs>
      <g clipPath="url(#mascot-round)">
        <rect width={64} height={64} fill="#2f7f86" />
        <path d="M10 64Q12 49 32 49T54 64Z" fill="#d9575f" />
        <path d="M26 44H38V52Q32 56 26 52Z" fill="#e0ae86" />
        <path d="M32 54L22 50V60ZM32 54L42 50V60Z" fill="#ffd166" />
        <circle cx={32} cy={54} r={2.4} fill="#dea93a" />
        <ellipse cx={32} cy={35} rx={13} ry={14} fill="#f5d0aa" />
        <path d="M32 21A13 14 0 0 1 32 49Q40 46 40 34T32 21Z" fill="#0e0b1f" opacity={0.1} />
        <circle cx={19.4} cy={36} r={3} fill="#f5d0aa" />
        <circle cx={44.6} cy={36} r={3} fill="#e9c29a" />
        <circle cx={27} cy={34} r={1.8} fill="#151130" />
        <circle cx={37} cy={34} r={1.8} fill="#151130" />
        <path d="M24 41Q32 38 40 41Q37 43 32 41.6Q27 43 24 41Z" fill="#6d3a2f" />
        <path d="M27.4 43.4Q32 47.4 36.6 43.4Z" fill="#fff8ea" />
        <path d="M21 24L22.6 8Q32 5 41.4 8L43 24Z" fill="#fff8ea" />
        <path d="M21.6 18L42.4 18L43 24H21ZM22.4 10L41.6 10L42 13.6H22Z" fill="#d9575f" />
        <path d="M14 25Q32 19 50 25Q49 28 46 28Q32 24 18 28Q15 28 14 25Z" fill="#efdfb8" />
      </g>
    </svg>
  );
}
