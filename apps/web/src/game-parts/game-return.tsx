/** The average return, from the server's figures only; reserves one line while they load. */
import { useFormat, type Format } from '@fairground/site-kit/format/format.ts';
import { useT, type Translate } from '@fairground/site-kit/i18n/i18n.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { cardOf } from './game-picture.tsx';
import { configOf, type GameOfSite } from './list.ts';
import { useSiteConfig } from './use-facts.ts';

export function GameReturn({ game }: { game: GameOfSite }) {
  const t = useT();
  const format = useFormat();
  const { config, failed } = useSiteConfig();
  const card = cardOf(game.folder);
  return (
    <p className="min-h-5 text-14 leading-5 text-quiet">
      {config === undefined ? (
        failed ? (
          t('games.returnFailed')
        ) : (
          <Skeleton className="h-3.5 w-full max-w-48 align-middle" />
        )
      ) : card === undefined ? (
        t('games.returnInside')
      ) : (
        t(card.returnText ?? 'games.return', {
          coins: formatReturns({ t, ...format }, card.returnsBp(configOf(config, game))),
        })
      )}
    </p>
  );
}

/** Where each kind of bet has a return of its own, the smallest and the largest. */
function formatReturns(
  { t, formatReturn }: Pick<Format, 'formatReturn'> & { t: Translate },
  returnsBp: readonly number[],
): string {
  const [only] = returnsBp;
  return returnsBp.length === 1 && only !== undefined
    ? formatReturn(only)
    : t('games.returnRange', {
        from: formatReturn(Math.min(...returnsBp)),
        to: formatReturn(Math.max(...returnsBp)),
      });
}
