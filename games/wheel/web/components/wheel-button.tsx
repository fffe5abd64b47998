/** The way to the daily wheel from header and menus: there while a spin is left, and back at the site's midnight. */
import type { User } from '@fairground/contract/user';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { serverNowMs } from '@fairground/site-kit/live/server-now.ts';
import { recheckSession } from '@fairground/site-kit/session/session.ts';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { WheelMark } from './wheel-mark.tsx';
import { todayQuery } from '../today-query.ts';
import { useTexts } from '../texts.ts';

export function WheelButton({ user }: { user: User }) {
  const t = useTexts('shell');
  useNextSiteDay(user.isSpinned);
  if (user.isSpinned) return null;
  return (
    <button
      type="button"
      aria-label={t('wheel.open')}
      aria-haspopup="dialog"
      onClick={() => openSiteDialog('wheel')}
      className={cn(
        'grid size-11 shrink-0 place-items-center rounded-full border-[1.5px] border-rule bg-raised',
        'hover:border-edge',
      )}
    >
      <WheelMark size={26} />
    </button>
  );
}

/** Nothing is pushed at midnight, so the page of a player who has spun refetches then. */
function useNextSiteDay(spun: boolean): void {
  const { data } = useQuery({ ...todayQuery, enabled: spun });
  const nextSpinAt = spun ? data?.nextSpinAt : undefined;
  useEffect(() => {
    if (nextSpinAt === undefined) return;
    const leftMs = Date.parse(nextSpinAt) - serverNowMs();
    // A second later than the moment: all clocks have passed it then.
    const timer = setTimeout(refetch, Math.max(leftMs, 0) + 1_000);
    return () => clearTimeout(timer);
  }, [nextSpinAt]);
}

function refetch(): void {
  void queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
  void recheckSession();
}
