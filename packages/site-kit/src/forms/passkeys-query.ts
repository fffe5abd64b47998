/** The player's passkeys. */
import { passkeysAnswer } from '@fairground/contract/passkeys';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['user', 'passkeys'],
  queryFn: ({ signal }) => request('/user/passkeys', { answer: passkeysAnswer, signal }),
  staleTime: 0,
});
