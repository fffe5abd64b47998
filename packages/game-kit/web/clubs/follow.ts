/** The player's clubs, and the topics of those that are shown. */
import {
  clubMembersData,
  clubsAnswer,
  clubTableData,
  clubTopic,
  type Club,
} from '@fairground/contract/clubs';
import type { ClubTable } from '@fairground/contract/clubs';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { live } from '@fairground/site-kit/live/live.ts';
import { useReconnected, useTopic } from '@fairground/site-kit/live/use-live.ts';
import { livePayload, registerLiveMessages } from '@fairground/site-kit/realtime/live-messages.ts';
import { clubsKey, clubSigns, clubTableQuery, inClubs } from '../club-choice.ts';

const clubsQuery = queryOptions({
  queryKey: [...clubsKey, 'own'],
  async queryFn({ signal }): Promise<readonly Club[]> {
    const { clubs } = await request('/clubs', { answer: clubsAnswer, signal });
    inClubs.set(clubs.length > 0);
    return clubs;
  },
  staleTime: 60_000,
});

const refetch = (): void => void queryClient.invalidateQueries({ queryKey: clubsKey });

/** The signed-in player's clubs, in the order of joining. */
export function useClubs() {
  useReconnected(refetch);
  return useQuery(clubsQuery);
}

let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  registerLiveMessages({ clubTable_response: clubTableData, clubMembers_response: clubMembersData });
  live.onMessage((message) => {
    if (message.type === 'clubTable_response') {
      const payload = livePayload<ClubTable>(message);
      if (!payload.success) return;
      queryClient.setQueryData(clubTableQuery(payload.data.game).queryKey, payload.data);
      if (payload.data.signs) clubSigns.publish(payload.data.signs);
    }
    const isRefused = message.type === 'error_response' && message.payload.code === 'not_found';
    if (message.type === 'clubMembers_response' || isRefused) refetch();
  });
}

/** Follows the club while the page shows it; null for none. */
export function useClubTopic(clubId: string | null): void {
  // Before the topic is subscribed to, so that its first message is read.
  useEffect(listen, []);
  useTopic(clubId === null ? null : clubTopic(clubId));
}
