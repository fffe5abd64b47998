/** The player's last bets or games under a title: loading, failed, empty, or a list that scrolls. */
import { useId, type ReactNode } from 'react';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';

interface HistoryListProps<Entry> {
  title: string;
  /** Next to the title. */
  aside?: ReactNode;
  /** Newest first; undefined while they load. */
  entries: readonly Entry[] | undefined;
  failed: boolean;
  failedText: string;
  emptyText: string;
  onRetry: () => void;
  /** Reserves the place of the entries. */
  skeletonClass: string;
  className?: string | undefined;
  listClass?: string | undefined;
  emptyClass?: string | undefined;
  /** One entry, as a list item. A `RoundLink` in all but the first is skipped by the Tab key. */
  children: (entry: Entry, isFirst: boolean) => ReactNode;
}

export function HistoryList<Entry>(props: HistoryListProps<Entry>) {
  const { title, aside, className } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <h2 id={id} className="text-17 leading-6 font-bold">
          {title}
        </h2>
        {aside}
      </div>
      <Entries {...props} titleId={id} />
    </section>
  );
}

function Entries<Entry>({
  titleId,
  entries,
  failed,
  failedText,
  emptyText,
  onRetry,
  skeletonClass,
  listClass,
  emptyClass = 'min-h-9 text-14 leading-5',
  children,
}: HistoryListProps<Entry> & { titleId: string }) {
  if (failed) return <HistoryFailed text={failedText} onRetry={onRetry} />;
  if (entries === undefined) return <Skeleton className={cn(skeletonClass, 'w-full')} />;
  if (entries.length === 0) return <p className={cn('text-quiet', emptyClass)}>{emptyText}</p>;
  return (
    <ul
      // A list that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-labelledby={titleId}
      // Fades at its end, where a row would be cut.
      className={cn(
        'relative after:pointer-events-none after:sticky after:bottom-0 after:h-6 after:bg-linear-to-t',
        'after:from-panel',
        listClass,
      )}
    >
      {entries.map((entry, at) => children(entry, at === 0))}
    </ul>
  );
}

interface HistoryFailedProps {
  text: string;
  onRetry: () => void;
  /** Its height is that of the list. */
  className?: string;
}

export function HistoryFailed({ text, onRetry, className = 'min-h-11' }: HistoryFailedProps) {
  const t = useT();
  return (
    <div className={cn('flex items-center gap-3 text-14 leading-5 text-quiet', className)}>
      <span>{text}</span>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
