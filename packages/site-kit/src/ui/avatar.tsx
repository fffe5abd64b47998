/** A player's picture: the one picked, else one that goes with the name. Always next to the name. */
import { cn } from './cn.ts';

interface AvatarProps {
  avatar: string | null;
  username: string;
  className?: string;
}

export function Avatar({ avatar, username, className = 'size-11' }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cn('grid shrink-0 place-items-center overflow-hidden rounded-full bg-teal-600', className)}
    >
      <img
        src={`/avatars/${avatar ?? placeholderOf(username)}.png`}
        alt=""
        width={256}
        height={256}
        className="size-full object-cover"
      />
    </span>
  );
}

function placeholderOf(username: string): string {
  let sum = 0;
  for (const character of username.toLowerCase())
    sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  return `avatar${(sum % 20) + 1}`;
}
