/** The calls of the page. */
import type { CreateToken } from '@fairground/contract/owner-calls';
import { createTokenAnswer, tokensAnswer, type CreateTokenAnswer } from '@fairground/contract/tokens';
import { queryOptions } from '@tanstack/react-query';
import { request } from '@fairground/site-kit/api/request.ts';

export const tokensQuery = queryOptions({
  queryKey: ['user', 'tokens'],
  queryFn: ({ signal }) => request('/user/tokens', { answer: tokensAnswer, signal }),
  staleTime: 0,
});

export const createToken = (body: CreateToken): Promise<CreateTokenAnswer> =>
  request('/user/tokens', { method: 'POST', body, answer: createTokenAnswer });

export const endToken = (id: string): Promise<void> =>
  request(`/user/tokens/${id}/end`, { method: 'POST', body: {} });
