/** What stands below the ticket is made of: panels, and rows with the numbers, the stub and the seal of a ticket. */
import { useId, type ReactNode } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import styles from '../lottery.module.css';
import { Balls } from './ball.tsx';
import { useTexts } from '../texts.ts';

export const ticketList =
  'grid gap-3 lg:grid-cols-[repeat(auto-fill,minmax(35rem,1fr))] lg:gap-x-8 lg:gap-y-4';

export function ListPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      className="grid min-h-40 min-w-0 content-start gap-4 rounded-panel bg-panel p-4 text-text lg:px-6 lg:py-5"
      aria-labelledby={id}
    >
      <h2 id={id} className="text-20 leading-6.5 font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface TicketRowProps {
  draw: ReactNode;
  ticket: { numbers: readonly number[]; matchedNumbers?: readonly number[]; bid: number };
  /** Which numbers are right, for screen readers. */
  said?: string | undefined;
  result?: ReactNode;
  seal: ReactNode;
}

export function TicketRow({ draw, ticket, said, result, seal }: TicketRowProps) {
  const t = useTexts('page');
  const { formatCoins } = useFormat();
  return (
    <li className={styles.row}>
      <article className="grid grid-cols-[minmax(0,1fr)_auto] rounded-control bg-raised">
        <div className="grid content-start gap-2 px-3 pt-3 pb-1">
          <p className="text-14 leading-5 text-quiet">{draw}</p>
          <Balls kind="small" numbers={ticket.numbers} marked={ticket.matchedNumbers} className="gap-[5px]" />
          {said !== undefined && <span className="sr-only">{said}</span>}
        </div>
        <div
          className={cn(
            'col-span-full row-2 grid grid-flow-col items-center justify-between gap-2 px-3 py-1',
            '*:last:bg-panel',
          )}
        >
          <span className="figures text-14 leading-5">
            {t('lottery.bidOf', { n: formatCoins(ticket.bid) })}
          </span>
          {result}
        </div>
        <div
          className={cn(
            'col-span-full flex min-h-11 flex-wrap items-center gap-x-3 px-3 pb-1',
            'border-t-[3px] border-dotted border-rule',
          )}
        >
          {seal}
        </div>
      </article>
    </li>
  );
}
