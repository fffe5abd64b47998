/** The last crashes, and the player's own bets. */
import { OutcomeBadge, RoundLink } from '@fairground/game-kit/web';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '../texts.ts';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import type { Aviator } from '../use-aviator.ts';

export function HistoryPanel({ aviator }: { aviator: Aviator }) {
  const t = useT();
  const { formatMultiplier } = useFormat();
  const firstOver = aviator.bets?.find(({ crashMultiplier }) => crashMultiplier !== null);
  return (
    <div className="grid gap-3 lg:gap-6">
      <Row title={t('aviator.crashes')} failed={aviator.crashesFailed} onRetry={aviator.reload}>
        {aviator.crashes?.length === 0 && <Empty text={t('aviator.noCrashes')} />}
        {aviator.crashes?.map(({ id, crashMultiplier }, at) => (
          <li key={id}>
            <RoundLink game="aviator" id={id} isPassed={at > 0} className="block">
              <Badge tone={crashMultiplier >= 2 ? 'bright' : 'plain'}>
                {formatMultiplier(crashMultiplier)}x
              </Badge>
            </RoundLink>
          </li>
        ))}
      </Row>
      <Row title={t('aviator.bids')} failed={aviator.betsFailed} onRetry={aviator.reload}>
        {aviator.bets?.length === 0 && <Empty text={t('aviator.noBets')} />}
        {aviator.bets?.map((bet) => {
          const { id, outcome, amount, amountWon, roundId } = bet;
          const badge = (
            <OutcomeBadge outcome={outcome} word={t(`aviator.${outcome}`)} stake={amount} paid={amountWon} />
          );
          return (
            <li key={id}>
              {bet.crashMultiplier === null ? (
                badge
              ) : (
                <RoundLink game="aviator" id={roundId} isPassed={bet !== firstOver} className="block">
                  {badge}
                </RoundLink>
              )}
            </li>
          );
        })}
      </Row>
    </div>
  );
}

const Empty = ({ text }: { text: string }) => (
  <li className="flex min-h-7 items-center text-14 leading-5 text-quiet">{text}</li>
);

type RowProps = { title: string; failed: boolean; onRetry: () => void; children: ReactNode };

/** Reserves the height of two rows on a phone and four next to the stage, so that nothing jumps when data arrives. */
function Row({ title, failed, onRetry, children }: RowProps) {
  const t = useT();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 text-14 leading-5 font-bold lg:mb-3 lg:leading-6 lg:text-17">
        {title}
      </h2>
      {failed ? (
        <div className="flex min-h-15 items-center gap-3 text-14 leading-5 text-quiet">
          {t('aviator.historyFailed')}
          <Button variant="secondary" size="small" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : (
        <ul
          // A list that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-labelledby={id}
          className="flex min-h-15 flex-wrap content-start gap-1 overflow-y-auto max-lg:max-h-15 lg:h-23"
        >
          {children}
        </ul>
      )}
    </section>
  );
}
