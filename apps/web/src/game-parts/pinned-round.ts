/** What others see of a player, and the round that players pin to it: from its page, and off again on the profile. */
import { pinAnswer, profileSchema, type PinBody, type Profile } from '@fairground/contract/user';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { request } from '@fairground/site-kit/api/request.ts';

export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profile', username.toLowerCase()],
    queryFn: ({ signal }) =>
      request(`/user/profile/${encodeURIComponent(username)}`, { answer: profileSchema, signal }),
    enabled: username !== '',
    staleTime: 5_000,
  });

/** For the player who is signed in. */
export const usePin = (username: string) =>
  useMutation({
    mutationFn: (round: PinBody['round']) =>
      request('/user/pin', { method: 'POST', body: { round }, answer: pinAnswer }),
    onSuccess: ({ pinned }) => {
      const change = (profile?: Profile) => profile && { ...profile, pinned: pinned ?? undefined };
      queryClient.setQueryData(profileQuery(username).queryKey, change);
    },
  });
