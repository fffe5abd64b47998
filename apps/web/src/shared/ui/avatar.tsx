/** A player's picture, or the showman's where none was picked. Always beside the name. */
import { Mascot } from '../scene/mascot.tsx';
import { classNames } from './class-names.ts';

interface AvatarProps {
  avatar: string | null;
  className?: string;
}

export function Avatar({ avatar, className = 'size-11' }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-teal-600 font-display text-[20px] leading-none text-cream-50',
        className,
      )}
    >
      {avatar === null ? (
        <Mascot className="size-full" />
      ) : (
        <img
          src={`/avatars/${avatar}.png`}
          alt=""
          width={256}
          height={256}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
