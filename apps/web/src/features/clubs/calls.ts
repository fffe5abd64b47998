/** The calls of clubs, and what a change of one leads to. */
import { clubAnswer, clubPageAnswer, type Club, type ClubWindow } from '@fairground/contract/clubs';
import { clubChoice, clubsKey } from '@fairground/game-kit/web/clubs';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { request } from '@fairground/site-kit/api/request.ts';

export const clubPath = (id: string): string => `/clubs/${encodeURIComponent(id)}`;

export const clubQuery = (id: string, window: ClubWindow) =>
  queryOptions({
    queryKey: [...clubsKey, 'page', id, window],
    queryFn: ({ signal }) => request(`${clubPath(id)}?window=${window}`, { answer: clubPageAnswer, signal }),
    staleTime: 5_000,
    // Wins and who is here come by no message.
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Everything of clubs is fetched again, whatever the call came to: another page may have been faster. */
async function change<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } finally {
    await queryClient.invalidateQueries({ queryKey: clubsKey });
  }
}

const post = async (path: string, body?: object): Promise<Club> => {
  const { club } = await change(request(path, { method: 'POST', body, answer: clubAnswer }));
  return club;
};

export const makeClub = (body: { name: string }): Promise<Club> => post('/clubs', body);

/** The tables of games show the club from then on. */
export async function joinClub(code: string): Promise<Club> {
  const club = await post('/clubs/join', { code });
  clubChoice.set(club.id);
  return club;
}

/** What the owner alone may do. */
export const actOnClub = (
  id: string,
  act: 'rename' | 'invite' | 'remove' | 'owner',
  body?: { name: string } | { userId: string },
): Promise<Club> => post(`${clubPath(id)}/${act}`, body);

export const leaveClub = (id: string): Promise<void> =>
  change(request(`${clubPath(id)}/leave`, { method: 'POST' }));
export const closeClub = (id: string): Promise<void> => change(request(clubPath(id), { method: 'DELETE' }));
