/** Marks a bot, next to their name: a drawn robot and the word. */
import { useT } from '../i18n/i18n.ts';
import { cn } from './cn.ts';

export function BotMark() {
  const t = useT();
  return (
    <span
      className={cn(
        'inline-flex shrink-0 items-center gap-1 rounded-badge border-[1.5px] border-edge px-1.5',
        'align-middle text-14 leading-5 font-bold text-quiet',
      )}
    >
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        className="size-4"
      >
        <path d="M3 5h10v8H3zM8 5V2M6 8v2M10 8v2M1 8v2M15 8v2" />
      </svg>
      {t('ui.bot')}
    </span>
  );
}
