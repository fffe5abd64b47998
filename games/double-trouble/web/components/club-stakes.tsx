/** The stakes of a club's members in the draw, the largest first. */
import type { ClubTable } from '@fairground/contract/clubs';
import { CoinAmount } from '@fairground/site-kit/ui/coin.tsx';
import { useTexts } from '../texts.ts';

interface ClubStakesProps {
  bets: ClubTable['bets'];
  /** The player's. */
  ownName: string | undefined;
  /** The heading. */
  labelledBy: string;
}

export function ClubStakes({ bets, ownName, labelledBy }: ClubStakesProps) {
  'use memo';
  const t = useTexts('page');
  return (
    <div
      role="region"
      aria-labelledby={labelledBy}
      // A table that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-60 overflow-y-auto overscroll-contain lg:max-h-80"
    >
      <table className="w-full text-14 leading-5" aria-labelledby={labelledBy}>
        <tbody>
          {bets
            .toSorted((one, other) => other.amount - one.amount)
            .map(({ userId, username, amount }) => (
              <tr key={userId} className="border-t border-rule">
                <th scope="row" className="w-full max-w-0 py-1.5 text-left font-medium">
                  <span className="flex gap-1.5">
                    <span className="truncate">{username}</span>
                    {username === ownName && <span className="text-quiet">{t('doubleTrouble.clubYou')}</span>}
                  </span>
                </th>
                <td className="py-1.5 pl-3 text-right whitespace-nowrap">
                  <CoinAmount coins={amount} className="justify-end align-middle" />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
