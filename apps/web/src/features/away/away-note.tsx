/** What was settled while the player was away, once and quietly: won and lost alike, until it is closed. */
import { playAwayAnswer } from '@fairground/contract/play';
import { useQuery } from '@tanstack/react-query';
import X from '@fairground/site-kit/icons/x';
import { createPortal } from 'react-dom';
import { games } from '../../game-parts/list.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../../texts.ts';

export function AwayNote({ sinceMs, onClose }: { sinceMs: number; onClose: () => void }) {
  const t = useTexts('away');
  const { formatCoins, formatMoment } = useFormat();
  const since = new Date(sinceMs).toISOString();
  const { data: settled = [] } = useQuery({
    queryKey: ['play', 'away', since],
    queryFn: ({ signal }) =>
      request(`/user/play/away?since=${encodeURIComponent(since)}`, { answer: playAwayAnswer, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (settled.length === 0) return null;
  const nameOf = (source: string): string => {
    const game = games.find(({ id }) => id === source);
    return game ? t(game.proof.label) : source;
  };
  return createPortal(
    <section
      role="status"
      aria-label={t('away.title')}
      className="pointer-events-none fixed inset-x-2 top-20 z-30 grid sm:right-auto sm:left-4 lg:top-auto lg:bottom-4"
    >
      <div
        className={cn(
          'pointer-events-auto grid max-w-[420px] animate-[rise_200ms_ease-out] gap-2 rounded-panel',
          'border-2 border-edge bg-panel py-2 pr-1 pb-3 pl-4 text-text',
        )}
      >
        <div className="flex items-center justify-between gap-2">
          <p>
            <b>{t('away.title')}</b>{' '}
            <span className="text-14 leading-5 text-quiet">
              {t('away.since', { at: formatMoment(since) })}
            </span>
          </p>
          <Button size="icon" variant="quiet" aria-label={t('ui.close')} onClick={onClose}>
            <X aria-hidden className="size-5" />
          </Button>
        </div>
        <ul className="figures grid gap-1 pr-3">
          {settled.map(({ source, bets, staked, received }) => (
            <li key={source}>
              {t('away.game', {
                game: nameOf(source),
                n: bets,
                staked: formatCoins(staked),
                received: formatCoins(received),
              })}
            </li>
          ))}
        </ul>
        <ButtonLink
          to="/profile/play"
          size="small"
          variant="secondary"
          className="justify-self-start"
          onClick={onClose}
        >
          {t('nav.myBets')}
        </ButtonLink>
      </div>
    </section>,
    document.body,
  );
}
