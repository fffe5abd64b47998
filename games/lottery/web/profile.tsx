/** On a player's page: the tickets, ten at a time, newest first. */
import type { GameProfilePart } from '@fairground/game-kit/web';
import { serverNowMs } from '@fairground/site-kit/live/server-now.ts';
import { shownTickets, type ShownTicket } from '../contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { request } from '@fairground/site-kit/api/request.ts';
import { areOverlapping, uniqueRows } from '@fairground/site-kit/api/unique-rows.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Badge, Net, type BadgeTone } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { useTexts, type TextKey } from './texts.ts';

interface TicketHistoryProps {
  userId: string;
  /** There is room for two tickets next to each other. */
  wide?: boolean;
}

export default { Section: TicketHistory } satisfies GameProfilePart;

function TicketHistory({ userId, wide = false }: TicketHistoryProps) {
  'use memo';
  const t = useTexts('shell');
  const { data, isError, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['tickets', userId],
      queryFn: ({ pageParam, signal }) =>
        request(`/ticket/userTickets/${encodeURIComponent(userId)}?pageNo=${pageParam}`, {
          answer: shownTickets,
          signal,
        }),
      initialPageParam: 1,
      // An empty page is the last one.
      getNextPageParam: (last, pages) => (last.length === 0 ? undefined : pages.length + 1),
      staleTime: 10_000,
      // A draw pays within moments of its result; until then its tickets are fetched again.
      refetchInterval: ({ state }) => nextRefetchMs(state.data?.pages.flat() ?? []),
    });
  const tickets = uniqueRows(data?.pages ?? []);
  const loadMore = async (): Promise<void> => {
    const { data: loaded } = await fetchNextPage();
    if (loaded && areOverlapping(loaded.pages)) await refetch();
  };
  return (
    <Panel title={t('profile.tickets')}>
      {data === undefined && isError ? (
        <Failed retry={() => void refetch()} />
      ) : data === undefined ? (
        <div className="grid gap-3">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      ) : tickets.length === 0 ? (
        <p className="text-quiet">{t('profile.noTickets')}</p>
      ) : (
        <>
          <ul className={cn('grid gap-3', wide && 'lg:grid-cols-2')}>
            {tickets.map((ticket) => (
              <li key={ticket.id}>
                <TicketRow ticket={ticket} />
              </li>
            ))}
          </ul>
          <div className="mt-4 min-h-12">
            {isFetchNextPageError ? (
              <Failed retry={() => void loadMore()} />
            ) : (
              <Button
                variant="secondary"
                disabled={!hasNextPage}
                busy={isFetchingNextPage}
                onClick={() => void loadMore()}
              >
                {t(hasNextPage ? 'profile.loadMore' : 'profile.noMoreTickets')}
              </Button>
            )}
          </div>
        </>
      )}
    </Panel>
  );
}

const refetchMs = 3_000;
/** A ticket that is pending so long after its draw will not change while the page is open. */
const abandonMs = 5 * 60_000;

/** Until the first draw that a pending ticket waits for, or soon where that is over. */
function nextRefetchMs(tickets: readonly ShownTicket[]): number | false {
  const untilDrawsMs = tickets
    .filter(({ result }) => result === 'pending')
    .map(({ drawsAt }) => Date.parse(drawsAt ?? '') - serverNowMs())
    .filter((ms) => ms > -abandonMs);
  if (untilDrawsMs.length === 0) return false;
  return Math.max(refetchMs, Math.min(...untilDrawsMs) + refetchMs);
}

function Failed({ retry }: { retry: () => void }) {
  const t = useTexts('shell');
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 text-loss">
      {t('profile.ticketsFailed')}
      <button
        type="button"
        className="min-h-11 font-bold text-text underline underline-offset-4"
        onClick={retry}
      >
        {t('ui.retry')}
      </button>
    </p>
  );
}

function TicketRow({ ticket }: { ticket: ShownTicket }) {
  const t = useTexts('shell');
  const { formatCoins, formatMoment } = useFormat();
  const { tone, label } = badges[ticket.result];
  const net = ticket.coinsWon - ticket.bid;
  const matched = new Set(ticket.matchedNumbers);
  return (
    <div className="grid gap-2 rounded-control bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-14 leading-5 text-quiet">
          {ticket.result === 'pending' || ticket.drawId === undefined ? (
            formatMoment(ticket.createdAt)
          ) : (
            <Link to={`/rounds/lottery/${ticket.drawId}`} className="underline-offset-3 hover:underline">
              {formatMoment(ticket.createdAt)}
            </Link>
          )}
        </span>
        <span className="mr-auto text-14 leading-5 text-quiet">
          {t('profile.bid', { n: formatCoins(ticket.bid) })}
        </span>
        {/* Its text ends where the figure below ends. */}
        <span className="-mr-2.5">
          <Badge tone={tone === 'win' && net <= 0 ? 'even' : tone}>{t(label)}</Badge>
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ul aria-label={t('profile.numbers')} className="flex flex-wrap gap-1.5">
          {ticket.numbers.map((number) => (
            <li
              key={number}
              className={cn(
                'figures grid size-9 place-items-center rounded-full border-2 text-14 font-bold',
                matched.has(number) ? 'border-bulb-400 bg-bulb-400 text-night-950' : 'border-edge text-text',
              )}
            >
              <span>{number}</span>
              {matched.has(number) ? <span className="sr-only">{t('profile.matched')}</span> : null}
            </li>
          ))}
        </ul>
        {ticket.coinsWon > 0 ? (
          <span className="figures ml-auto font-bold">
            <span>{t('profile.won', { n: formatCoins(ticket.coinsWon) })}</span>
            <Net coins={net} />
          </span>
        ) : null}
      </div>
    </div>
  );
}

const badges: Record<ShownTicket['result'], { tone: BadgeTone; label: TextKey }> = {
  win: { tone: 'win', label: 'profile.win' },
  loss: { tone: 'loss', label: 'profile.loss' },
  pending: { tone: 'pending', label: 'profile.pending' },
  megaPot: { tone: 'bright', label: 'profile.megaPot' },
};
