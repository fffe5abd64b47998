/** Whether others see the player's name at the tables of the games. */
import { visibilitySchema } from '@fairground/contract/user';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useStoredSwitch } from '@fairground/site-kit/api/use-stored-switch.ts';
import { Checkbox } from '@fairground/site-kit/ui/field.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { useTexts } from '../../texts.ts';

/** A query of one player: another who signs in finds their own. */
const visibilityQuery = (playerId: string) =>
  queryOptions({
    queryKey: ['user', playerId, 'visibility'],
    queryFn: ({ signal }) => request('/user/visibility', { answer: visibilitySchema, signal }),
  });

export function VisibilitySwitch({ playerId }: { playerId: string }) {
  'use memo';
  const t = useTexts('profile');
  const textId = useId();
  const query = visibilityQuery(playerId);
  const { data } = useQuery(query);
  const { isOn, choose } = useStoredSwitch({
    stored: data?.hideName ?? false,
    save: async (hideName) => {
      const answer = visibilitySchema;
      const changed = await request('/user/visibility', { method: 'POST', body: { hideName }, answer });
      queryClient.setQueryData(query.queryKey, changed);
    },
    onError: () => toast({ title: t('profile.hideNameFailed'), variant: 'destructive' }),
    area: 'visibility',
  });
  return (
    <div>
      <Checkbox
        label={t('profile.hideName')}
        checked={isOn}
        disabled={data === undefined}
        aria-describedby={textId}
        onChange={({ target }) => choose(target.checked)}
      />
      <p id={textId} className="text-14 leading-5 text-quiet">
        {t('profile.hideNameText')}
      </p>
    </div>
  );
}
