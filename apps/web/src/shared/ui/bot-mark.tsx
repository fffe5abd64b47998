/** Marks a player who plays by program, next to their name: a drawn robot and the word. */
import { Bot } from 'lucide-react';
import { useT } from '../i18n/i18n.ts';

export function BotMark() {
  const t = useT();
  return (
    <span className="inline-flex shrink-0 items-center gap-1 rounded-badge border-[1.5px] border-edge px-1.5 align-middle text-14 leading-5 font-bold whitespace-nowrap text-quiet">
      <Bot aria-hidden className="size-4" />
      {t('ui.bot')}
    </span>
  );
}
