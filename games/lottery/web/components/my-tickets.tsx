/** The player's tickets, newest first: those of the draw to come, and what the others came to. */
import { OutcomeBadge, RoundLink } from '@fairground/game-kit/web';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import type { ReactNode } from 'react';
import type { Ticket } from '../../contract.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Badge, Net } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { CheckTicket } from './check-seal.tsx';
import { ListPanel, ticketList, TicketRow } from './ticket-list.tsx';
import { useDrawTimeFormat } from '../lottery-time.ts';
import type { Lottery } from '../use-lottery.ts';
import { useTexts } from '../texts.ts';

const TakeBack = lazyPart(async () => (await import('./take-back.tsx')).TakeBack);

interface MyTicketsProps {
  userId: string;
  lottery: Lottery;
  nowMs: number;
  isClosed: boolean;
}

export function MyTickets({ userId, lottery, nowMs, isClosed }: MyTicketsProps) {
  const t = useTexts('page');
  const { tickets } = lottery;
  return (
    <ListPanel title={t('lottery.tickets')}>
      {lottery.ticketsFailed ? (
        <LoadFailed text={t('lottery.ticketsFailed')} retry={lottery.reload} />
      ) : tickets === undefined ? (
        <div className="grid gap-3">
          <Skeleton className="h-21 w-full" />
          <Skeleton className="h-21 w-full" />
        </div>
      ) : tickets.length === 0 ? (
        <p className="text-14 leading-5 text-quiet">{t('lottery.noTickets')}</p>
      ) : (
        <>
          <ul className={ticketList}>
            {tickets.map((ticket) => (
              <MyTicket
                key={ticket.id}
                ticket={ticket}
                seal={
                  ticket.closesAt !== undefined ? (
                    <LazyBoundary>
                      <TakeBack
                        userId={userId}
                        ticket={ticket}
                        isOpen={Date.parse(ticket.closesAt) > nowMs}
                      />
                    </LazyBoundary>
                  ) : ticket.drawId !== lottery.status?.next.drawId || isClosed ? (
                    <CheckTicket ticket={ticket} />
                  ) : (
                    <span className="text-14 leading-5 text-quiet">{t('lottery.sealLater')}</span>
                  )
                }
              />
            ))}
          </ul>
          <More lottery={lottery} />
        </>
      )}
    </ListPanel>
  );
}

function More({ lottery }: { lottery: Lottery }) {
  const t = useTexts('page');
  if (lottery.moreFailed) {
    return <LoadFailed text={t('lottery.moreFailed')} retry={lottery.loadMore} />;
  }
  if (!lottery.hasMore) return <p className="text-14 leading-5 text-quiet">{t('lottery.noMore')}</p>;
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

function MyTicket({ ticket, seal }: { ticket: Ticket; seal: ReactNode }) {
  const t = useTexts('page');
  const { formatMoment } = useDrawTimeFormat();
  const { matchedNumbers, result } = ticket;
  const forDraw = t('lottery.forDraw', { date: formatMoment(ticket.drawsAt) });
  const isOver = result !== 'pending';
  return (
    <TicketRow
      draw={
        isOver ? (
          <RoundLink game="lottery" id={ticket.drawId}>
            {forDraw}
          </RoundLink>
        ) : (
          forDraw
        )
      }
      ticket={ticket}
      said={
        !isOver
          ? undefined
          : matchedNumbers.length === 0
            ? t('lottery.matchedNone')
            : t('lottery.matchedSaid', { n: matchedNumbers.length, numbers: matchedNumbers.join(', ') })
      }
      result={<Result ticket={ticket} />}
      seal={seal}
    />
  );
}

function Result({ ticket: { result, bid, coinsWon } }: { ticket: Ticket }) {
  const t = useTexts('page');
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
              <span>{`${t('lottery.loss')}, ${t('lottery.backOf', { n: formatCoins(coinsWon) })}`}</span>
              <Net coins={coinsWon - bid} />
            </span>
          )}
        </Badge>
      );
    case 'pending':
      return <Badge tone="pending">{t('lottery.pending')}</Badge>;
  }
}
