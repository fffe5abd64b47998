/** The player's own pinned round, with the button that takes it off. */
import { useQuery } from '@tanstack/react-query';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { profileQuery, usePin } from '../../game-parts/pinned-round.ts';
import { PinnedPanel } from './pinned-panel.tsx';
import { useTexts } from '../../texts.ts';

export default function OwnPinned({ username }: { username: string }) {
  'use memo';
  const t = useTexts('profile');
  const { data, isError } = useQuery(profileQuery(username));
  const { mutate, isPending } = usePin(username);
  if (data === undefined) return isError ? null : <Skeleton className="h-60 w-full" />;
  return data.pinned === undefined ? (
    <Panel title={t('profile.pinned')}>
      <p className="text-quiet">{t('profile.noPinned')}</p>
    </Panel>
  ) : (
    <PinnedPanel pinned={data.pinned}>
      <Button variant="secondary" busy={isPending} onClick={() => mutate(null)}>
        {t('profile.unpin')}
      </Button>
    </PinnedPanel>
  );
}
