/** The player's tickets, newest first: those of the draw to come, and what the others came to. */
import { OutcomeBadge, RoundLink } from '@fairground/game-kit/web';
import type { Ticket } from '../../contract.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '../texts.ts';
import { Badge, Net } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { Balls } from './ball.tsx';
import { CheckTicket } from './check-seal.tsx';
import { useDrawTimeFormat } from '../lottery-time.ts';
import type { Lottery } from '../use-lottery.ts';
import styles from '../lottery.module.css';

interface MyTicketsProps {
  lottery: Lottery;
  isClosed: boolean;
}

export function MyTickets({ lottery, isClosed }: MyTicketsProps) {
  const t = useT();
  const { tickets } = lottery;
  return (
    <section className={styles.panel} aria-labelledby="lottery-tickets">
      <h2 id="lottery-tickets">{t('lottery.tickets')}</h2>
      {lottery.ticketsFailed ? (
        <p className={styles.retry}>
          {t('lottery.ticketsFailed')}
          <Button variant="secondary" size="small" onClick={lottery.reload}>
            {t('ui.retry')}
          </Button>
        </p>
      ) : tickets === undefined ? (
        <div className="grid gap-3">
          <Skeleton className="h-21 w-full" />
          <Skeleton className="h-21 w-full" />
        </div>
      ) : tickets.length === 0 ? (
        <p className={styles.quiet}>{t('lottery.noTickets')}</p>
      ) : (
        <>
          <ul className={styles.tickets}>
            {tickets.map((ticket) => (
              <li key={ticket.id}>
                <TicketRow
                  ticket={ticket}
                  sealed={ticket.drawId !== lottery.status?.next.drawId || isClosed}
                />
              </li>
            ))}
          </ul>
          <More lottery={lottery} />
        </>
      )}
    </section>
  );
}

function More({ lottery }: { lottery: Lottery }) {
  const t = useT();
  if (lottery.moreFailed) {
    return (
      <p className={styles.retry}>
        {t('lottery.moreFailed')}
        <Button variant="secondary" size="small" onClick={lottery.loadMore}>
          {t('ui.retry')}
        </Button>
      </p>
    );
  }
  if (!lottery.hasMore) return <p className={styles.quiet}>{t('lottery.noMore')}</p>;
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      busy={lottery.loadingMore}
      onClick={lottery.loadMore}
    >
      {t('lottery.loadMore')}
    </Button>
  );
}

function TicketRow({ ticket, sealed }: { ticket: Ticket; sealed: boolean }) {
  const t = useT();
  const { formatMoment } = useDrawTimeFormat();
  const { formatCoins } = useFormat();
  const { matchedNumbers, result } = ticket;
  const forDraw = t('lottery.forDraw', { date: formatMoment(ticket.drawsAt) });
  return (
    <article className={styles.ticket}>
      <div className={styles.ticketMain}>
        <p className={styles.ticketDraw}>
          {result === 'pending' ? (
            forDraw
          ) : (
            <RoundLink game="lottery" id={ticket.drawId}>
              {forDraw}
            </RoundLink>
          )}
        </p>
        <Balls kind="small" numbers={ticket.numbers} marked={matchedNumbers} />
        {result !== 'pending' && (
          <span className="sr-only">
            {matchedNumbers.length === 0
              ? t('lottery.matchedNone')
              : t('lottery.matchedSaid', { n: matchedNumbers.length, numbers: matchedNumbers.join(', ') })}
          </span>
        )}
      </div>
      <div className={styles.ticketStub}>
        <span className="figures text-14 leading-5">
          {t('lottery.bidOf', { n: formatCoins(ticket.bid) })}
        </span>
        <Result ticket={ticket} />
      </div>
      <div className={styles.ticketSeal}>
        {sealed ? (
          <CheckTicket ticket={ticket} />
        ) : (
          <span className={styles.quiet}>{t('lottery.sealLater')}</span>
        )}
      </div>
    </article>
  );
}

function Result({ ticket: { result, bid, coinsWon } }: { ticket: Ticket }) {
  const t = useT();
  const { formatCoins } = useFormat();
  switch (result) {
    case 'win':
    case 'megaPot':
      return (
        <OutcomeBadge outcome="win" word={t(`lottery.${result}`)} isWordShown stake={bid} paid={coinsWon} />
      );
    case 'loss':
      return (
        <Badge tone="loss">
          {coinsWon === 0 ? (
            t('lottery.loss')
          ) : (
            <span>
              {t('lottery.loss')}, {t('lottery.backOf', { n: formatCoins(coinsWon) })}
              <Net coins={coinsWon - bid} />
            </span>
          )}
        </Badge>
      );
    case 'pending':
      return <Badge tone="pending">{t('lottery.pending')}</Badge>;
  }
}
