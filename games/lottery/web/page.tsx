/** The lottery: a ticket to punch, the draw next to it, tickets and past draws below (docs/product.md 6). */
import type { Ticket } from '../contract.ts';
import { KeepOffer, useServerNow } from '@fairground/game-kit/web';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { ConnectionNote } from '@fairground/site-kit/live/connection-note.tsx';
import { lightsFrame } from '@fairground/site-kit/art/fair-scene.tsx';
import { Lights } from '@fairground/site-kit/art/lights.tsx';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { configKey, refetchTickets } from './api.ts';
import { Countdown, LastDraw, sums, Tiers } from './components/draw-board.tsx';
import { LotteryScene } from './components/lottery-scene.tsx';
import { useDrawTimeFormat } from './lottery-time.ts';
import { MyTickets } from './components/my-tickets.tsx';
import { PastDraws } from './components/past-draws.tsx';
import { TicketSheet } from './components/ticket-sheet.tsx';
import { TicketStub, type TicketFault } from './components/ticket-stub.tsx';
import { useDraft } from './use-draft.ts';
import { useLottery, type Lottery } from './use-lottery.ts';
import styles from './lottery.module.css';
import { useTexts } from './texts.ts';

export function LotteryPage() {
  'use memo';
  const t = useTexts('page');
  const { formatDay } = useDrawTimeFormat();
  const user = useUser();
  const lottery = useLottery(user?.id ?? '');
  const config = useGameConfig(configKey).data;
  const draft = useDraft(config?.defaultBid ?? 10);
  const [fault, setFault] = useState<TicketFault | null>(null);
  const nowMs = useServerNow((ms) => Math.floor(ms / 250) * 250, null);
  const next = lottery.status?.next;
  const latest = lottery.status?.latest;
  const isClosed = next !== undefined && Date.parse(next.closesAt) <= nowMs;
  const mine = latest ? (lottery.tickets ?? []).filter((ticket) => ticket.drawId === latest.drawId) : [];
  useResultToast(lottery, mine);
  useTicketsOfPhase(user?.id ?? '', `${next?.drawId ?? ''} ${isClosed}`);

  return (
    <div
      className={cn(
        'relative isolate grow overflow-clip bg-(--scene-meadow-near) pb-8',
        '[--paper-line:#c4872a] [--paper:#fff1d6]',
      )}
    >
      <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-[900px]">
        <LotteryScene />
      </div>
      <div
        aria-hidden
        className="absolute inset-x-0 top-0 -z-10 flex justify-center overflow-hidden max-sm:hidden"
      >
        <svg {...lightsFrame}>
          <Lights />
        </svg>
      </div>
      <div className={styles.front}>
        <div className="mx-auto w-full max-w-[640px] min-w-0 sideways:max-w-[800px] lg:max-w-none">
          <div className={styles.paper}>
            <TicketSheet
              userId={user?.id ?? ''}
              draft={draft}
              date={next ? formatDay(next.drawsAt) : null}
              onFull={() => setFault('full')}
            />
            <TicketStub
              userId={user?.id ?? ''}
              lottery={lottery}
              draft={draft}
              balance={user === null ? undefined : balanceOf(user)}
              isClosed={isClosed}
              fault={fault === 'full' && !draft.isFull ? null : fault}
              onFault={setFault}
            />
          </div>
        </div>
        <div className="grid content-start gap-4 max-lg:contents lg:gap-5">
          {/* On a phone the countdown stands above the ticket, the rest of the board below it. */}
          {lottery.statusFailed ? (
            <p className="flex flex-wrap items-center gap-3 text-text max-lg:-order-1 sideways:order-none">
              {t('lottery.statusFailed')}
              <Button variant="secondary" size="small" onClick={lottery.reload}>
                {t('ui.retry')}
              </Button>
            </p>
          ) : (
            <Countdown lottery={lottery} nowMs={nowMs} />
          )}
          <ConnectionNote className="flex items-center gap-2 rounded-control bg-panel px-4 py-2 font-bold text-loss" />
          <LastDraw lottery={lottery} mine={mine} />
          <Tiers />
        </div>
      </div>
      <div
        className={cn(
          'mx-auto grid max-w-[656px] gap-4 px-2',
          'lg:max-w-none lg:grid-cols-[minmax(0,1304px)] lg:justify-center lg:gap-8 lg:px-8',
        )}
      >
        <div className="grid content-start gap-4 lg:gap-8">
          <KeepOffer />
          <MyTickets userId={user?.id ?? ''} lottery={lottery} nowMs={nowMs} isClosed={isClosed} />
        </div>
        <PastDraws />
      </div>
      <div className="sr-only">
        <p role="status">{isClosed ? t('lottery.announceClosed') : ''}</p>
        <p role="status">
          {latest && lottery.drawn === latest.drawId
            ? t('lottery.announceDrawn', { numbers: latest.winningNumbers.join(', ') })
            : ''}
        </p>
      </div>
    </div>
  );
}

/** When sales for a draw close, what was bought ahead for it becomes tickets of it, which have a seal. */
function useTicketsOfPhase(userId: string, phase: string): void {
  const reload = useEffectEvent(() => refetchTickets(userId));
  const seen = useRef(phase);
  useEffect(() => {
    if (seen.current !== phase) reload();
    seen.current = phase;
  }, [phase]);
}

/** Once for each draw that was pushed here, when all of its tickets are settled. */
function useResultToast(lottery: Lottery, mine: readonly Ticket[]): void {
  'use memo';
  const t = useTexts('page');
  const { formatCoins } = useFormat();
  const isPushed = lottery.drawn !== null && lottery.drawn === lottery.status?.latest?.drawId;
  const isSettled = mine.length > 0 && mine.every((ticket) => ticket.result !== 'pending');
  const due = isPushed && isSettled ? lottery.drawn : null;
  const raise = useEffectEvent(() => {
    const [bid, won] = sums(mine);
    const isGain = won > bid;
    toast({
      title: t(isGain ? 'lottery.wonToast' : 'lottery.drawnToast'),
      description: t(isGain ? 'lottery.resultWon' : won > 0 ? 'lottery.resultBack' : 'lottery.resultNone', {
        won: formatCoins(won),
        bid: formatCoins(bid),
      }),
      variant: isGain ? 'success' : 'default',
    });
  });
  useEffect(() => {
    if (due !== null) raise();
  }, [due]);
}
