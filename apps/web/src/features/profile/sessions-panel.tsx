/** Where the account is signed in, and ending it elsewhere. */
import { sessionSchema, type SessionInfo } from '@fairground/contract/user';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { request } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { endSession } from '@fairground/site-kit/session/session.ts';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { browserName } from './browser-name.ts';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { useTexts } from '../../texts.ts';

const sessionList = z.array(sessionSchema);

export function SessionsPanel({ isGuest }: { isGuest: boolean }) {
  const t = useTexts('profile');
  const { formatDate } = useFormat();
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: ['user', 'sessions'],
    queryFn: ({ signal }) => request('/user/sessions', { answer: sessionList, signal }),
    staleTime: 0,
  });
  const end = useMutation({
    mutationFn: ({ id }: SessionInfo) => request(`/user/sessions/${id}`, { method: 'DELETE' }),
    onError: () => toast({ title: t('profile.sessionsEndFailed'), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['user', 'sessions'] }),
  });
  const endOthers = useMutation({
    mutationFn: () => request('/user/sessions?except=current', { method: 'DELETE' }),
    onError: () => toast({ title: t('profile.sessionsEndFailed'), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['user', 'sessions'] }),
  });
  const endAll = useMutation({
    mutationFn: () => request('/user/sessions', { method: 'DELETE' }),
    onSuccess: endSession,
    onError: () => toast({ title: t('profile.sessionsEndFailed'), variant: 'destructive' }),
  });
  const isEnding = end.isPending || endOthers.isPending || endAll.isPending;
  const hasOthers = data?.some(({ current }) => !current) ?? false;
  return (
    <Panel title={t('profile.sessions')}>
      {data === undefined && isError ? (
        <LoadFailed text={t('profile.sessionsFailed')} retry={refetch} />
      ) : data === undefined ? (
        <Skeleton className="h-16 w-full" />
      ) : (
        <>
          <ul className="grid">
            {data.map((session) => (
              <li
                key={session.id}
                className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-b-[1.5px] border-rule py-2"
              >
                <span className="grid grow">
                  <span className="font-bold">
                    {browserName(session.userAgent) ?? t('profile.someBrowser')}
                  </span>
                  <span className="text-14 leading-5 text-quiet">
                    {t('profile.lastSeen', { date: formatDate(session.lastSeenAt) })}
                  </span>
                </span>
                {session.current ? (
                  <Badge tone="win">{t('profile.thisDevice')}</Badge>
                ) : (
                  <Button
                    variant="secondary"
                    size="small"
                    disabled={isEnding}
                    onClick={() => end.mutate(session)}
                  >
                    {t('profile.endSession')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {isGuest ? null : (
            <div className="mt-4 flex flex-wrap gap-3">
              {hasOthers ? (
                <Button
                  variant="secondary"
                  busy={endOthers.isPending}
                  disabled={isEnding}
                  onClick={() => endOthers.mutate()}
                >
                  {t('profile.endOthers')}
                </Button>
              ) : null}
              <Button
                variant="secondary"
                busy={endAll.isPending}
                disabled={isEnding}
                onClick={() => endAll.mutate()}
              >
                {t('profile.endAll')}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  );
}
