/** The player's tickets for draws to come, each with a button that takes it back until sales for its draw close. */
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useFormat } from '@fairground/web/shared/format/format.ts';
import { readableError } from '@fairground/web/shared/api/api-error.ts';
import { Button } from '@fairground/web/shared/ui/button.tsx';
import { toast } from '@fairground/web/shared/ui/toast.ts';
import type { AdvanceTicket } from '../../contract.ts';
import { advanceQuery, cancelAdvanceMutation } from '../api-advance.ts';
import { useDrawTimeFormat } from '../lottery-time.ts';
import { useT } from '../texts.ts';
import { Balls } from './ball.tsx';
import styles from '../lottery.module.css';

interface AdvanceTicketsProps {
  userId: string;
  nowMs: number;
  /** Changes when a draw closes or is drawn: then some of these have become tickets. */
  phase: string;
}

export function AdvanceTickets({ userId, nowMs, phase }: AdvanceTicketsProps) {
  const t = useT();
  const { data, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    advanceQuery(userId),
  );
  const reload = useEffectEvent(() => void refetch());
  useEffect(() => reload(), [phase]);
  const tickets = data?.pages.flat() ?? [];
  if (tickets.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="lottery-advance">
      <h2 id="lottery-advance">{t('lottery.advance')}</h2>
      <ul className={styles.tickets}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <AdvanceRow userId={userId} ticket={ticket} isOpen={Date.parse(ticket.closesAt) > nowMs} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('lottery.loadMore')}
        </Button>
      )}
    </section>
  );
}

interface AdvanceRowProps {
  userId: string;
  ticket: AdvanceTicket;
  isOpen: boolean;
}

function AdvanceRow({ userId, ticket, isOpen }: AdvanceRowProps) {
  const t = useT();
  const { formatMoment } = useDrawTimeFormat();
  const { formatCoins } = useFormat();
  const { mutateAsync: cancel, isPending, error } = useMutation(cancelAdvanceMutation(userId));
  const date = formatMoment(ticket.drawsAt);

  async function takeBack(): Promise<void> {
    try {
      await cancel(ticket.id);
    } catch {
      // The row shows why.
      return;
    }
    toast({
      title: t('lottery.takenBack'),
      description: t('lottery.takenBackText', { n: formatCoins(ticket.bid), date }),
      variant: 'success',
    });
  }

  return (
    <article className={styles.ticket}>
      <div className={styles.ticketMain}>
        <p className={styles.ticketDraw}>{t('lottery.forDraw', { date })}</p>
        <Balls kind="small" numbers={ticket.numbers} />
      </div>
      <div className={styles.ticketStub}>
        <span className="figures text-14 leading-5">
          {t('lottery.bidOf', { n: formatCoins(ticket.bid) })}
        </span>
      </div>
      <div className={styles.ticketSeal}>
        {isOpen ? (
          <Button
            variant="quiet"
            size="small"
            busy={isPending}
            aria-label={t('lottery.takeBackNamed', { date, numbers: ticket.numbers.join(', ') })}
            onClick={() => void takeBack()}
          >
            {t('lottery.takeBack')}
          </Button>
        ) : (
          <span className={styles.quiet}>{t('lottery.closedTicket')}</span>
        )}
        {error !== null && (
          <span role="alert" className="font-bold text-loss">
            {readableError(error, t('error.unexpected'))}
          </span>
        )}
      </div>
    </article>
  );
}
