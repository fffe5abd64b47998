/** What a game paid for the coins staked, against its rules. */
import type { GameReturn } from '@fairground/contract/console/games';
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { formatBand, formatNumber, formatPercent } from '../shared/format.ts';
import { Table } from '../shared/table.tsx';

const spanNames = { today: 'Today', week: 'Seven days', all: 'All time' } as const;

export function Returns({ game, returns }: { game: string; returns: readonly GameReturn[] }) {
  return (
    <Table
      caption={`Observed and exact return of ${game}`}
      rows={returns}
      keyOf={({ span }) => span}
      empty="No bet is settled yet."
      columns={[
        { head: 'Settled bets', cell: ({ span }) => spanNames[span] },
        { head: 'Bets', cell: ({ bets }) => <Figure text={formatNumber(bets)} />, isNumber: true },
        { head: 'Staked', cell: ({ staked }) => <Figure text={formatNumber(staked)} />, isNumber: true },
        { head: 'Won', cell: ({ paid }) => <Figure text={formatNumber(paid)} />, isNumber: true },
        { head: 'Observed', cell: ({ observed }) => formatPercent(observed), isNumber: true },
        { head: 'By the rules', cell: ({ exact }) => formatPercent(exact), isNumber: true },
        {
          head: '99 % band',
          cell: ({ low, high }) => formatBand(low, high),
          isNumber: true,
        },
        { head: 'Verdict', cell: ({ isInside }) => <Verdict isInside={isInside} /> },
      ]}
    />
  );
}

/** Between phones and desktops the columns are narrow: what is long wraps in texts and never in a number. */
const Figure = ({ text }: { text: string }) => <span className="whitespace-nowrap">{text}</span>;

function Verdict({ isInside }: Pick<GameReturn, 'isInside'>) {
  const { Icon, text, color } =
    isInside === null ? verdicts.unknown : isInside ? verdicts.inside : verdicts.outside;
  return (
    <span className={`inline-flex items-center gap-1.5 wrap-normal ${color}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {text}
    </span>
  );
}

const verdicts = {
  inside: { Icon: CircleCheck, text: 'inside the band', color: 'text-win' },
  outside: { Icon: TriangleAlert, text: 'outside the band', color: 'font-bold text-loss' },
  unknown: { Icon: CircleHelp, text: 'too few bets', color: 'text-quiet' },
} as const;
