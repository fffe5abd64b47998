/** The newest large wins of the site, each with the way to its round: a line of a height that is reserved. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useLargeWins } from '@fairground/site-kit/stalls/shown-stalls.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { gamesWith } from './list.ts';
import { useTexts } from '../texts.ts';

const games = new Map(gamesWith('card').map((game) => [game.id, game]));

export function LargeWins() {
  const t = useTexts('stall');
  const { formatTwoDecimals } = useFormat();
  const wins = useLargeWins().flatMap((win) => {
    const game = games.get(win.game);
    return game ? [{ ...win, name: t(game.card.name) }] : [];
  });
  return (
    <div className="mt-8 h-11" data-part="large-wins">
      {wins.length > 0 && (
        <div
          className={cn(
            'inline-flex h-11 max-w-full flex-wrap items-center gap-x-3 overflow-hidden rounded-panel bg-panel px-3',
            'text-14 sm:gap-x-5 sm:px-5',
          )}
        >
          <h2 className="font-bold">{t('stall.wins')}</h2>
          <ul className="contents">
            {wins.map(({ game, round, name, multiplier }) => (
              <li key={`${game}/${round}`}>
                <Link
                  to={`/rounds/${game}/${encodeURIComponent(round)}`}
                  className="figures inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                >
                  {`${name} ${formatTwoDecimals(multiplier)}x`}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
