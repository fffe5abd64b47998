/** The live table: who plays this round with how much, who has cashed out and where, and the signs of the fair. */
import type { User } from '@fairground/contract/user';
import { clubSigns, useGameEvents } from '@fairground/game-kit/web';
import { useState } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useStore } from '@fairground/site-kit/store/store.ts';
import { BotMark } from '@fairground/site-kit/ui/bot-mark.tsx';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { CoinAmount } from '@fairground/site-kit/ui/coin.tsx';
import { tableSigns, type TableSign } from '../../table-contract.ts';
import { tableCache } from '../table-live.ts';
import type { ShownBet, ShownTable } from '../table-state.ts';
import styles from '../aviator.module.css';
import { Sign, SignBar, signsSwitch, SignSwitch } from './signs.tsx';
import { useTexts } from '../texts.ts';

interface LiveTableProps {
  table: ShownTable;
  /** The club whose bets they are, to which signs go; undefined for everybody's. */
  club: string | undefined;
  /** The round has burst: who is not cashed out has lost. */
  isOver: boolean;
  emptyText: string;
  /** The player, who may send signs; null for visitors, who only watch. */
  own: User | null;
  /** How many of the cash-outs are the player's own, which are announced elsewhere; undefined until that is known. */
  ownOuts: number | undefined;
}

export function LiveTable({ table, club, isOver, emptyText, own, ownOuts }: LiveTableProps) {
  // Rendered again by each message about the table.
  'use memo';
  const t = useTexts('table', 'page');
  const { formatCoins } = useFormat();
  const { players, staked, cashedOut, bets } = table;
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-14 leading-5 font-bold lg:text-17 lg:leading-6">{t('aviator.table')}</h2>
        {own !== null && <SignSwitch />}
      </div>
      <p className="figures flex min-h-7 flex-wrap items-center gap-x-3 text-14 leading-5 text-quiet">
        <span>{t('aviator.tablePlayers', { n: players })}</span>
        <span>{t('aviator.tableStaked', { n: staked, shown: formatCoins(staked) })}</span>
        <span>{t('aviator.tableOuts', { n: cashedOut })}</span>
      </p>
      <div
        // A table that scrolls must be reachable by keyboard.
        role="region"
        aria-label={t(club === undefined ? 'aviator.tableBets' : 'aviator.clubBets')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-60 overflow-y-auto overscroll-contain lg:max-h-80"
      >
        <table className="w-full text-14 leading-5">
          <thead className="sticky top-0 z-1 bg-panel text-quiet">
            <tr className="*:py-1.5 *:font-medium">
              <th scope="col" className="text-left">
                {t('aviator.tablePlayer')}
              </th>
              <th scope="col" className="pl-3 text-right">
                {t('aviator.tableBet')}
              </th>
              <th scope="col" className="pl-5 text-right whitespace-nowrap">
                {t('aviator.tableOut')}
              </th>
            </tr>
          </thead>
          <tbody>
            {bets.map((bet) => (
              <Row key={bet.id} bet={bet} isOver={isOver} own={own} />
            ))}
          </tbody>
        </table>
        {bets.length === 0 && <p className="text-14 leading-5 text-quiet">{emptyText}</p>}
      </div>
      {own !== null && <SignBar club={club} />}
      {/* Once a round, not with each cash-out. */}
      <p role="status" className="sr-only">
        {isOver && ownOuts !== undefined && cashedOut > ownOuts
          ? t('aviator.tableSummary', { n: cashedOut - ownOuts })
          : ''}
      </p>
    </>
  );
}

function Row({ bet, isOver, own }: Pick<LiveTableProps, 'isOver' | 'own'> & { bet: ShownBet }) {
  // Rendered again by each message about the table.
  'use memo';
  const t = useTexts('table', 'page');
  const { formatTwoDecimals } = useFormat();
  return (
    <tr className="border-t border-rule" data-out={bet.at === undefined ? undefined : ''}>
      <th scope="row" className="w-full max-w-0 py-1 text-left font-medium">
        <span className="flex items-center gap-1.5">
          <span className="truncate">{bet.name}</span>
          {bet.name === own?.username && <span className="text-quiet">{t('aviator.tableYou')}</span>}
          {bet.bot === true && <BotMark />}
        </span>
      </th>
      <td className="py-1 pl-3 text-right whitespace-nowrap">
        <CoinAmount coins={bet.amount} className="justify-end align-middle" />
      </td>
      <td className="h-9 py-1 pl-5 text-right whitespace-nowrap">
        {bet.at === undefined ? (
          <span className="text-quiet">{t(isOver ? 'aviator.tableBurst' : 'aviator.tableIn')}</span>
        ) : (
          <Badge tone="win" label={t('aviator.tableOut')}>
            {`${formatTwoDecimals(bet.at)}x`}
          </Badge>
        )}
      </td>
    </tr>
  );
}

interface Floating {
  key: number;
  sign: TableSign;
  count: number;
  /** Who sent it to the club. */
  from?: string;
}

/** At most this many float at once; further ones of the same kind are counted. */
const maxFloating = 12;
const floatMs = 3_000;
let floated = 0;

/** Signs that players sent, over the stage: they rise next to the curve and fade. */
export function FloatingSigns() {
  const on = useStore(signsSwitch);
  const [floating, setFloating] = useState<readonly Floating[]>([]);
  const float = (signs: readonly Omit<Floating, 'key'>[]): void => {
    if (!on) return;
    const added = signs.map((sign) => ({ ...sign, key: (floated += 1) }));
    setFloating((before) => [...before, ...added].slice(-maxFloating));
    // The end of the animation comes immediately without motion.
    setTimeout(() => setFloating((before) => before.filter((one) => !added.includes(one))), floatMs);
  };
  useGameEvents(tableCache.events, ({ signs }) => float(signs));
  useGameEvents(clubSigns, (sent) =>
    float(
      sent.flatMap(({ username, sign: name }) => {
        const sign = tableSigns.find((each) => each === name);
        return sign === undefined ? [] : { sign, count: 1, from: username };
      }),
    ),
  );
  if (!on) return null;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden" data-part="signs">
      {floating.map(({ key, sign, count, from }) => (
        <span key={key} className={styles.sign} style={{ left: `${58 + ((key * 37) % 36)}%` }}>
          <Sign sign={sign} size={32} />
          {count > 1 && <span className="figures text-14 font-bold">{count}</span>}
          {from !== undefined && <span className="max-w-24 truncate text-13 font-bold">{from}</span>}
        </span>
      ))}
    </div>
  );
}
