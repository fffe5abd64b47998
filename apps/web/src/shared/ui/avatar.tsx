/** A player's picture, or the first letter of the name where none was picked. Always beside the name. */
import { classNames } from './class-names.ts';

interface AvatarProps {
  username: string;
  avatar: string | null;
  className?: string;
}

export function Avatar({ username, avatar, className = 'size-11' }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-teal-600 font-display text-[20px] leading-none text-cream-50',
        className,
      )}
    >
      {avatar === null ? (
        username.slice(0, 1).toUpperCase()
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
