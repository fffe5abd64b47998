/** What comes back on average, from the server's figures only; keeps one line's height while they load. */
import { useGamesConfig } from '../api/games-config.ts';
import { formatReturn } from '../format/format.ts';
import { useT } from '../i18n/i18n.ts';
import type { Stall } from '../scene/stall-pictures.tsx';
import { Skeleton } from './skeleton.tsx';

export function StallReturn({ stall }: { stall: Stall }) {
  const t = useT();
  const config = useGamesConfig();
  const rtpBp = stall === 'aviator' || stall === 'lottery' ? config.data?.[stall].rtpBp : undefined;
  return (
    <p className="min-h-5 text-[14px] leading-5 text-quiet">
      {config.isPending ? (
        <Skeleton className="h-3.5 w-48 align-middle" />
      ) : config.isError ? (
        t('games.returnFailed')
      ) : rtpBp === undefined ? (
        t('games.returnInside')
      ) : (
        t('games.return', { coins: formatReturn(rtpBp) })
      )}
    </p>
  );
}
