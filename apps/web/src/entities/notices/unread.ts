/** How many notices the player has not read: fetched once, then pushed. */
import { unreadNotices } from '@fairground/contract/unread';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../shared/api/request.ts';

export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: ({ signal }) => request('/user/notices/unread', { answer: unreadNotices, signal }),
  staleTime: Infinity,
});
