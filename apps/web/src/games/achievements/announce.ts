/** A quiet toast for a badge that was reached just now. Its module comes with the texts that it needs. */
import { achievementData } from '@fairground/contract/achievements';
import { queryClient } from '../../shared/api/query-client.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { toast } from '../../shared/ui/toast.ts';
import { badgeName, badgeText } from './texts.ts';
import type { GameMessageKey } from '../../shared/i18n/i18n.ts';

export function announceBadge(data: unknown): void {
  const badge = achievementData.safeParse(data);
  if (!badge.success) return;
  const { id } = badge.data;
  toast({
    title: t('badges.toast' as GameMessageKey, { name: t(badgeName(id)) }),
    description: t(badgeText(id)),
  });
  void queryClient.invalidateQueries({ queryKey: ['achievements'] });
}
