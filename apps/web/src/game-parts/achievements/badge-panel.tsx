/** The badges of another player, on their page. */
import type { ReachedAchievement } from '@fairground/contract/achievements';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { BadgeList } from './badge-list.tsx';
import { useTexts } from '../../texts.ts';

export function BadgePanel({ badges }: { badges: readonly ReachedAchievement[] }) {
  const t = useTexts('badges');
  return (
    <Panel title={t('badges.heading')}>
      <BadgeList badges={badges} />
    </Panel>
  );
}
