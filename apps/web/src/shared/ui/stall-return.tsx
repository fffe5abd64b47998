/** What comes back on average, from the server's figures only; keeps one line's height while they load. */
import { useGamesConfig } from '../api/games-config.ts';
import { usePrerenderedConfig } from '../facts/use-facts.ts';
import { formatReturn } from '../format/format.ts';
import { useT } from '../i18n/i18n.ts';
import type { Stall } from '../scene/stall-pictures.tsx';
import { Skeleton } from './skeleton.tsx';

export function StallReturn({ stall }: { stall: Stall }) {
  // Figures are written anew in another language, although nothing that they are made from has changed.
  'use no memo';
  const t = useT();
  const asked = useGamesConfig();
  const prerendered = usePrerenderedConfig();
  const config = asked.data ?? prerendered;
  const rtpBp = stall === 'aviator' || stall === 'lottery' ? config?.[stall].rtpBp : undefined;
  // Each kind of bet has a return of its own, so the card names the least and the most.
  const returns =
    stall === 'doubleTrouble'
      ? config?.doubleTrouble.bets.map((bet) => bet.rtpBp)
      : stall === 'minefield'
        ? config?.mineField.difficulties.flatMap(({ steps }) => steps.slice(0, 1).map((step) => step.rtpBp))
        : undefined;
  const coins = returns
    ? t('games.returnRange', {
        from: formatReturn(Math.min(...returns)),
        to: formatReturn(Math.max(...returns)),
      })
    : rtpBp === undefined
      ? undefined
      : formatReturn(rtpBp);
  return (
    <p className="min-h-5 text-[14px] leading-5 text-quiet">
      {config === undefined ? (
        asked.isError ? (
          t('games.returnFailed')
        ) : (
          <Skeleton className="h-3.5 w-48 align-middle" />
        )
      ) : coins === undefined ? (
        t('games.returnInside')
      ) : (
        t(stall === 'minefield' ? 'games.returnFirst' : 'games.return', { coins })
      )}
    </p>
  );
}
