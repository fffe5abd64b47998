/** A titled row of badges, newest first: it scrolls sideways on a phone, and row by row next to a mouse. */
import { HistoryFailed } from '@fairground/game-kit/web';
import { useId, type ReactNode } from 'react';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../texts.ts';

interface BadgeStripProps {
  title: string;
  /** Title and badges share one line. */
  isInline?: boolean;
  failed: boolean;
  onRetry: () => void;
  /** List items. */
  children: ReactNode;
}

/** Its height is reserved, so that nothing jumps when data arrives. */
export function BadgeStrip({ title, isInline = false, failed, onRetry, children }: BadgeStripProps) {
  const t = useTexts('page');
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn(isInline && 'flex min-h-11 items-center gap-3')}>
      <div className={cn('flex items-center justify-between gap-3', !isInline && 'min-h-7 lg:min-h-9')}>
        <h2
          id={id}
          className={cn('text-14 leading-4 font-bold', isInline ? 'max-lg:max-w-32' : 'lg:text-17')}
        >
          {title}
        </h2>
      </div>
      {failed ? (
        <HistoryFailed text={t('aviator.historyFailed')} onRetry={onRetry} />
      ) : (
        <ul
          // A list that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-labelledby={id}
          className="relative flex h-7 min-w-0 flex-1 gap-1 overflow-auto [scrollbar-width:none] lg:flex-wrap"
        >
          {children}
        </ul>
      )}
    </section>
  );
}

export const NoBadges = ({ text }: { text: string }) => (
  <li className="flex min-h-7 items-center text-14 leading-5 text-quiet">{text}</li>
);
