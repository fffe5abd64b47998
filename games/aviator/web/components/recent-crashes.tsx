/** Where the last rounds crashed, on one line above the stage. */
import { RoundLink } from '@fairground/game-kit/web';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import type { Crash } from '../stage/state.ts';
import { BadgeStrip, NoBadges } from './badge-strip.tsx';
import { useTexts } from '../texts.ts';

interface RecentCrashesProps {
  /** Newest first; undefined until loaded. */
  crashes: readonly Crash[] | undefined;
  failed: boolean;
  onRetry: () => void;
}

export function RecentCrashes({ crashes, failed, onRetry }: RecentCrashesProps) {
  const t = useTexts('page');
  return (
    <div className="order-1 min-w-0 bg-panel px-4 lg:px-10">
      <BadgeStrip title={t('aviator.crashes')} isInline failed={failed} onRetry={onRetry}>
        {crashes?.length === 0 && <NoBadges text={t('aviator.noCrashes')} />}
        <CrashBadges crashes={crashes} />
      </BadgeStrip>
    </div>
  );
}

export function CrashBadges({ crashes }: Pick<RecentCrashesProps, 'crashes'>) {
  const { formatTwoDecimals } = useFormat();
  return crashes?.map(({ id, crashMultiplier }, at) => (
    <li key={id}>
      <RoundLink game="aviator" id={id} isPassed={at > 0} className="block">
        <Badge
          tone={crashMultiplier >= 2 ? 'bright' : 'plain'}
        >{`${formatTwoDecimals(crashMultiplier)}x`}</Badge>
      </RoundLink>
    </li>
  ));
}
