/** The lottery: a ticket to punch, the draw beside it, tickets and past draws below (specification, sections 1 and 9). */
import type { Ticket } from '@fairground/game-lottery/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useGamesConfig } from '../../shared/api/games-config.ts';
import { formatCoins } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { useConnection } from '../../shared/realtime/use-live.ts';
import { StringLights } from '../../shared/scene/lights.tsx';
import { balanceOf } from '../../shared/session/balance.ts';
import { useUser } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { Countdown, LastDraw, sums, Tiers } from './draw-board.tsx';
import { LotteryScene } from './lottery-scene.tsx';
import { formatDay } from './lottery-time.ts';
import { MyTickets } from './my-tickets.tsx';
import { PastDraws } from './past-draws.tsx';
import { TicketSheet } from './ticket-sheet.tsx';
import { TicketStub } from './ticket-stub.tsx';
import { useDraft } from './use-draft.ts';
import { useLottery, type Lottery } from './use-lottery.ts';
import { useServerTime } from './use-server-time.ts';
import './lottery.css';

export function LotteryPage() {
  const t = useT();
  const user = useUser();
  const lottery = useLottery(user?.id ?? '');
  const config = useGamesConfig().data?.lottery;
  const draft = useDraft(config?.defaultBid ?? 10);
  const [line, setLine] = useState('');
  const nowMs = useServerTime();
  const { status: connection } = useConnection();
  const next = lottery.status?.next;
  const latest = lottery.status?.latest;
  const isClosed = next !== undefined && Date.parse(next.closesAt) <= nowMs;
  const mine = latest ? (lottery.tickets ?? []).filter((ticket) => ticket.drawId === latest.drawId) : [];
  useResultToast(lottery, mine);

  return (
    <div className="lottery-page">
      <div aria-hidden className="lottery-scene">
        <LotteryScene />
      </div>
      <div aria-hidden className="lottery-lights">
        <StringLights />
      </div>
      <div className="lottery-front">
        <div className="lottery-paper-shade">
          <div className="lottery-paper">
            <TicketSheet
              draft={draft}
              date={next ? formatDay(next.drawsAt) : null}
              onFull={() => setLine(t('lottery.full'))}
            />
            <TicketStub
              lottery={lottery}
              draft={draft}
              balance={user === null ? 0 : balanceOf(user)}
              isClosed={isClosed}
              line={line === t('lottery.full') && !draft.isFull ? '' : line}
              onLine={setLine}
            />
          </div>
        </div>
        <div className="lottery-board">
          {lottery.statusFailed ? (
            <p className="lottery-retry">
              {t('lottery.statusFailed')}
              <Button variant="secondary" size="small" onClick={lottery.reload}>
                {t('ui.retry')}
              </Button>
            </p>
          ) : (
            <Countdown lottery={lottery} nowMs={nowMs} />
          )}
          {(connection === 'waiting' || connection === 'given-up') && (
            <p role="status" className="lottery-failed">
              {t('lottery.notConnected')}
            </p>
          )}
          <LastDraw lottery={lottery} mine={mine} />
          <Tiers />
        </div>
      </div>
      <div className="lottery-below">
        <MyTickets lottery={lottery} isClosed={isClosed} />
        <PastDraws />
      </div>
      <div className="sr-only">
        <p role="status">{isClosed ? t('lottery.saidClosed') : ''}</p>
        <p role="status">
          {latest && lottery.heard === latest.drawId
            ? t('lottery.saidDrawn', { numbers: latest.winningNumbers.join(', ') })
            : ''}
        </p>
      </div>
    </div>
  );
}

/** Once for each draw that was heard of here, when all of its tickets are settled. */
function useResultToast(lottery: Lottery, mine: readonly Ticket[]): void {
  const t = useT();
  const isHeard = lottery.heard !== null && lottery.heard === lottery.status?.latest?.drawId;
  const isSettled = mine.length > 0 && mine.every((ticket) => ticket.result !== 'pending');
  const due = isHeard && isSettled ? lottery.heard : null;
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
