/** The pennant of a club, in its ink; always next to the club's name or a word. */
import { cn } from './cn.ts';

export const Pennant = ({
  ink = 'var(--color-bulb-500)',
  className = 'size-8',
}: {
  ink?: string;
  className?: string;
}) => (
  <svg aria-hidden viewBox="0 0 32 32" className={cn('shrink-0', className)}>
    <path d="M5 2h3v29H5z" fill="var(--quiet)" />
    <path d="M8 4 30 12.500 8 21z" fill={ink} />
    <path d="M8 12.500h22L8 21z" fill="#0e0b1f" opacity={0.16} />
    <circle cx={6.5} cy={2.5} r={2.5} fill="var(--color-bulb-400)" />
  </svg>
);
