/** The stakes of a closed draw by kind of bet, and the numbers with the largest ones. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { BotMark } from '@fairground/site-kit/ui/bot-mark.tsx';
import type { DoubleTroubleTable } from '../../table-contract.ts';
import { sideText } from './side.tsx';
import { useTexts } from '../texts.ts';

const sides = ['Under', 'Exact', 'Over'] as const;
/** More numbers would not be read. */
const maxNumbers = 6;

export function Stakes({ table, labelledBy }: { table: DoubleTroubleTable; labelledBy: string }) {
  'use memo';
  const t = useTexts('page');
  const { formatCoins } = useFormat();
  const { players, bots = 0, staked, numbers } = table;
  const onNumbers = numbers.reduce((sum, coins) => sum + coins, 0);
  const most = Math.max(...sides.map((side) => table.sides[side]), onNumbers);
  const largest = numbers
    .map((coins, index) => ({ number: index + 1, coins }))
    .filter(({ coins }) => coins > 0)
    .sort((one, other) => other.coins - one.coins || one.number - other.number);
  return (
    <>
      <p className="figures text-14 leading-6 text-quiet">
        <span>{`${t('doubleTrouble.tablePlayers', { n: players })} · `}</span>
        <span>{t('doubleTrouble.tableStaked', { n: staked, shown: formatCoins(staked) })}</span>
        {bots > 0 && (
          <>
            <span>{` · ${bots} × `}</span>
            <BotMark />
          </>
        )}
      </p>
      <table className="w-full text-14 leading-5" aria-labelledby={labelledBy}>
        <tbody>
          {sides.map((side) => (
            <Row key={side} side={side} name={t(sideText[side])} coins={table.sides[side]} most={most} />
          ))}
          <Row name={t('doubleTrouble.numbers')} coins={onNumbers} most={most} />
        </tbody>
      </table>
      {largest.length > 0 && (
        <p className="figures mt-1 text-14 leading-5 text-quiet">
          <span>
            {largest
              .slice(0, maxNumbers)
              .map(({ number, coins }) =>
                t('doubleTrouble.tableOn', { n: number, coins: formatCoins(coins) }),
              )
              .join(' · ')}
          </span>
          {largest.length > maxNumbers && (
            <span>{` · ${t('doubleTrouble.more', { n: largest.length - maxNumbers })}`}</span>
          )}
        </p>
      )}
    </>
  );
}

interface RowProps {
  side?: string;
  name: string;
  coins: number;
  most: number;
}

function Row({ side, name, coins, most }: RowProps) {
  const { formatCoins } = useFormat();
  return (
    <tr data-side={side}>
      <th scope="row" className="w-1 py-1 pr-3 text-left font-medium whitespace-nowrap">
        {name}
      </th>
      <td className="py-1" aria-hidden>
        <span
          className="block h-3 rounded-[3px] bg-[var(--dt-side-text,var(--edge))]"
          style={{ width: `${coins === 0 ? 0 : Math.max(2, (coins / most) * 100)}%` }}
        />
      </td>
      <td className="figures w-1 py-1 pl-3 text-right font-bold whitespace-nowrap">{formatCoins(coins)}</td>
    </tr>
  );
}
