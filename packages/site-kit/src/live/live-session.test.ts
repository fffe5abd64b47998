import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { showUnread, unreadQuery } from './live-session.ts';

it('shows the count that was pushed, and not the older one that was being fetched', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<Response>((resolve) => {
    answer = () => resolve(Response.json({ unread: 0 }));
  });
  vi.stubGlobal('fetch', () => answered);
  const query = new QueryObserver(queryClient, unreadQuery);
  const stop = query.subscribe(() => undefined);
  await expect.poll(() => query.getCurrentResult().fetchStatus).toBe('fetching');
  showUnread({ unread: 1 });
  answer();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(query.getCurrentResult().data).toEqual({ unread: 1 });
  stop();
  vi.unstubAllGlobals();
});
