/** The calls of the list and of the choices. */
import {
  noticesAnswer,
  noticeSettingsAnswer,
  type NoticeSettingBody,
  type NoticeSettings,
  type ReadNoticesBody,
} from '@fairground/contract/notices';
import { unreadNotices } from '@fairground/contract/unread';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { showUnread } from '../live/live-session.ts';
import { queryClient } from '../api/query-client.ts';
import { request } from '../api/request.ts';
import { hasSubscription } from './push.ts';

export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices', 'list'],
  queryFn: ({ pageParam, signal }) =>
    request(`/user/notices${pageParam === null ? '' : `?before=${pageParam}`}`, {
      answer: noticesAnswer,
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
});

export async function markRead(body: ReadNoticesBody): Promise<void> {
  const unread = await request('/user/notices/read', { method: 'POST', body, answer: unreadNotices });
  showUnread(unread);
  await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey });
}

export const settingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: ({ signal }) =>
    asOfThisBrowser(request('/user/notice-settings', { answer: noticeSettingsAnswer, signal })),
  staleTime: 0,
});

export async function writeSetting(body: NoticeSettingBody): Promise<NoticeSettings> {
  const answer = noticeSettingsAnswer;
  const settings = await asOfThisBrowser(request('/user/notice-settings', { method: 'POST', body, answer }));
  queryClient.setQueryData(settingsQuery.queryKey, settings);
  return settings;
}

/** A push service may have ended the subscription, which the site learns with the next message. */
async function asOfThisBrowser(answer: Promise<NoticeSettings>): Promise<NoticeSettings> {
  const [settings, isSubscribed] = await Promise.all([answer, hasSubscription()]);
  return { ...settings, push: { ...settings.push, current: settings.push.current && isSubscribed } };
}
