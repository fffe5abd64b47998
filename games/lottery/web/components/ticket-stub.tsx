/** The ticket's stub: the six numbers, the bid, and the button. Docked under the thumb on a phone. */
import type { Ticket } from '../../contract.ts';
import Dices from '@fairground/site-kit/icons/dices';
import Eraser from '@fairground/site-kit/icons/eraser';
import RotateCcw from '@fairground/site-kit/icons/rotate-ccw';
import { AlertText } from '@fairground/site-kit/ui/announce.tsx';
import {
  KeysButton,
  StakeControl,
  StakeNotice,
  stakeRange,
  useGameClosed,
  useGameKeys,
} from '@fairground/game-kit/web';
import { useMutation } from '@tanstack/react-query';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { apiUrl } from '@fairground/site-kit/api/endpoints.ts';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useProbe } from '@fairground/site-kit/live/use-live.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { SealIcon } from '@fairground/site-kit/art/icons.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { buyMutation, configKey } from '../api.ts';
import { buyAdvanceMutation } from '../api-advance.ts';
import { useDrawTimeFormat } from '../lottery-time.ts';
import { picks, quickPick, sorted, type Draft } from '../use-draft.ts';
import type { Lottery } from '../use-lottery.ts';
import styles from '../lottery.module.css';
import { useTexts } from '../texts.ts';

interface Bought {
  title: string;
  description: string;
}

/** A seventh number, or what a purchase threw. */
export type TicketFault = 'full' | { thrown: unknown };

interface TicketStubProps {
  userId: string;
  lottery: Lottery;
  draft: Draft;
  /** Undefined until the player is known. */
  balance: number | undefined;
  isClosed: boolean;
  /** Shown below the button in place of its own line. */
  fault: TicketFault | null;
  onFault: (fault: TicketFault | null) => void;
}

export function TicketStub(props: TicketStubProps) {
  'use memo';
  const { userId, lottery, draft, balance, isClosed, fault, onFault } = props;
  const t = useTexts('page');
  const { formatMoment } = useDrawTimeFormat();
  const { formatCoins, readCoins } = useFormat();
  const config = useGameConfig(configKey).data;
  const { mutateAsync: buyTicket, isPending: buyingOne } = useMutation(buyMutation(userId));
  const { mutateAsync: buySeveral, isPending: buyingSeveral } = useMutation(buyAdvanceMutation(userId));
  const busy = buyingOne || buyingSeveral;
  const gameClosed = useGameClosed('lottery');
  useProbe(busy);
  const { numbers, isFull, draws } = draft;
  const min = config?.minBid ?? 10;
  const step = config?.step ?? 10;
  const range = stakeRange({
    chosen: draft.bid,
    balance,
    min,
    max: config?.maxBid ?? 10_000,
    step,
    readCoins,
  });
  const { max, amount: bid, affordable } = range;
  const reachesAll = balance === undefined || bid === null || bid * draws <= balance;
  const buyable =
    isFull &&
    bid !== null &&
    affordable &&
    reachesAll &&
    !isClosed &&
    !gameClosed.closed &&
    lottery.status !== undefined;
  const last = lottery.tickets?.[0];

  async function buy(): Promise<void> {
    if (!buyable || bid === null || busy) return;
    onFault(null);
    const purchase = draws > 1 ? buyAhead : buyOne;
    try {
      const bought = await purchase(bid);
      draft.set([]);
      draft.setDraws(1);
      toast({ ...bought, variant: 'success' });
    } catch (error) {
      if (gameClosed.noteRefusal(error)) return;
      onFault({ thrown: error });
      lottery.reload();
    }
  }

  async function buyOne(coins: number): Promise<Bought> {
    const ticket: Ticket = await buyTicket({ numbers: sorted(numbers), bid: coins });
    return {
      title: t('lottery.bought'),
      description: t('lottery.boughtText', {
        numbers: ticket.numbers.join(', '),
        n: formatCoins(ticket.bid),
        date: formatMoment(ticket.drawsAt),
      }),
    };
  }

  async function buyAhead(coins: number): Promise<Bought> {
    const tickets = await buySeveral({ numbers: sorted(numbers), bid: coins, draws });
    return {
      title: t('lottery.boughtSeveral', { n: tickets.length }),
      description: t('lottery.boughtSeveralText', {
        numbers: sorted(numbers).join(', '),
        total: formatCoins(coins * tickets.length),
        first: formatMoment(tickets[0]?.drawsAt ?? ''),
        last: formatMoment(tickets.at(-1)?.drawsAt ?? ''),
      }),
    };
  }

  useGameKeys({
    keys: [
      ['b', t('lottery.place'), buy],
      ['q', t('lottery.quickPick'), () => draft.set(quickPick())],
      ['x', t('lottery.clear'), () => draft.set([])],
    ],
    stake: {
      coins: bid,
      min,
      max,
      step,
      disabled: busy || !affordable || gameClosed.closed,
      set: draft.setBid,
    },
  });

  const line =
    fault === null
      ? ''
      : fault === 'full'
        ? t('lottery.full')
        : readableError(fault.thrown, t('error.unexpected'));
  const why = isClosed
    ? t('lottery.closedNow')
    : balance !== undefined && !affordable
      ? ''
      : !reachesAll
        ? t('lottery.severalShort', { n: draws })
        : isFull
          ? ''
          : t('lottery.needSix', { n: picks - numbers.length });
  const jackpot = config?.tiers[0];

  return (
    <section className={styles.stub} aria-labelledby="lottery-six">
      <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 lg:gap-x-0 lg:gap-y-3">
        <div className="max-lg:sr-only">
          <h2 id="lottery-six" className="text-20 leading-6 font-bold">
            {t('lottery.yourSix')}
          </h2>
          <p className="text-14 leading-5 text-quiet" role="status">
            {t('lottery.punched', { n: numbers.length })}
          </p>
        </div>
        <div className="ml-auto max-lg:hidden">
          <KeysButton />
        </div>
        <Slots numbers={sorted(numbers)} />
        <div
          className={cn(
            'flex flex-[1_1_100%] flex-wrap justify-between gap-2',
            'min-[30rem]:flex-auto lg:order-4 lg:flex-[1_0_100%]',
            'sideways:flex-[1_1_100%] sideways:gap-1',
          )}
        >
          <ToolButton label={t('lottery.quickPick')} onClick={() => draft.set(quickPick())}>
            <Dices aria-hidden className="size-5" />
          </ToolButton>
          <ToolButton
            label={t('lottery.again')}
            disabled={last === undefined}
            onClick={() => last && draft.set(last.numbers)}
          >
            <RotateCcw aria-hidden className="size-5" />
          </ToolButton>
          <ToolButton
            label={t('lottery.clear')}
            disabled={numbers.length === 0}
            onClick={() => draft.set([])}
          >
            <Eraser aria-hidden className="size-5" />
          </ToolButton>
        </div>
      </div>
      <StakeControl
        label={t('lottery.bid')}
        chosen={draft.bid}
        amount={bid}
        min={min}
        max={max}
        step={step}
        disabled={busy || !affordable || gameClosed.closed}
        onChange={draft.setBid}
        quick={{ label: t('lottery.quickBids'), amounts: config?.quickBids ?? [10, 20, 50, 100] }}
      />
      <StakeNotice gameClosed={gameClosed} balance={balance} minCoins={min} />
      <div
        className={cn(
          'grid grid-cols-[auto_minmax(0,1fr)] gap-2',
          'max-[20rem]:grid-cols-1 lg:grid-cols-1',
          'sideways:grid-cols-1 sideways:gap-1.5',
        )}
      >
        <select
          aria-label={t('lottery.draws')}
          className={cn(
            'min-h-11 rounded-control border-[1.5px] border-edge bg-ground px-1.5 font-bold',
            'disabled:border-rule disabled:text-disabled',
          )}
          value={draws}
          disabled={busy || gameClosed.closed}
          onChange={(event) => draft.setDraws(Number(event.target.value))}
        >
          {Array.from({ length: config?.maxAdvanceDraws ?? 7 }, (_, at) => at + 1).map((count) => (
            <option key={count} value={count}>
              {t('lottery.drawCount', { n: count })}
            </option>
          ))}
        </select>
        <Button
          size="action"
          className="max-lg:min-h-15! sideways:min-h-14!"
          disabled={!buyable}
          busy={busy}
          aria-describedby="lottery-why"
          onClick={() => void buy()}
        >
          {draws > 1 ? t('lottery.placeSeveral', { n: draws }) : t('lottery.place')}
        </Button>
      </div>
      <div className="text-14 leading-5 lg:min-h-10">
        <p className="font-bold text-loss">
          <AlertText text={line} />
        </p>
        {line === '' && (
          <p id="lottery-why" className={cn('text-quiet', why === '' && draws === 1 && 'max-lg:hidden')}>
            {why !== ''
              ? why
              : bid === null
                ? ''
                : draws > 1
                  ? t('lottery.severalText', {
                      n: draws,
                      bid: formatCoins(bid),
                      total: formatCoins(bid * draws),
                    })
                  : jackpot &&
                    t('lottery.allSix', {
                      coins: formatCoins(bid * jackpot.multiplier),
                      oneIn: formatCoins(jackpot.oneIn),
                    })}
          </p>
        )}
      </div>
      <p className="hidden flex-wrap items-center gap-x-2 text-14 leading-5 lg:flex">
        <SealIcon size={20} className="shrink-0" />
        <span>
          {lottery.seal ? t('lottery.ticketsSealed', { n: lottery.seal.betCount }) : t('lottery.sealed')}
        </span>
        {lottery.status && (
          <a
            href={apiUrl(`/fairness/lottery/${encodeURIComponent(lottery.status.next.drawId)}`)}
            target="_blank"
            rel="noreferrer"
            className="underline underline-offset-3"
          >
            {t('lottery.commitment')}
          </a>
        )}
      </p>
    </section>
  );
}

interface ToolButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

/** An icon over its words. */
const ToolButton = ({ label, disabled = false, onClick, children }: ToolButtonProps) => (
  <button type="button" disabled={disabled} onClick={onClick} className={styles.tool}>
    {children}
    {label}
  </button>
);

/** Six places, filled in order; they take their room while they are empty. */
function Slots({ numbers }: { numbers: readonly number[] }) {
  const t = useTexts('page');
  return (
    <div
      className={cn(
        'grid grid-cols-[repeat(6,auto)] gap-0.5',
        'xs:gap-1.5 lg:flex-[1_0_100%] lg:order-3 lg:justify-between',
      )}
    >
      <span className="sr-only">{numbers.length === 0 ? t('lottery.none') : numbers.join(', ')}</span>
      {Array.from({ length: picks }, (_, at) => (
        <span
          key={at}
          aria-hidden
          className={cn(styles.slot, 'figures')}
          data-filled={at < numbers.length || undefined}
        >
          {numbers[at] ?? ''}
        </span>
      ))}
    </div>
  );
}
