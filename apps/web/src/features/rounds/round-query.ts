/** A round that is over, from the site; a prerendered page begins with its answer. */
import { anyRoundAnswer, ownStakes, type AnyRound } from '@fairground/contract/rounds';
import { queryOptions } from '@tanstack/react-query';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';

export interface RoundName {
  game: string;
  id: string;
}

export const roundKey = ({ game, id }: RoundName) => ['round', game, id];

const pathInApi = ({ game, id }: RoundName): string =>
  `/rounds/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;

export const roundQuery = (name: RoundName) =>
  queryOptions({
    queryKey: roundKey(name),
    queryFn: ({ signal }): Promise<AnyRound> => request(pathInApi(name), { answer: anyRoundAnswer, signal }),
    retry: (failures, error) => failures < 2 && !(isApiError(error) && error.status === 404),
  });

/** The player's own stakes in it, read again until all of them are decided. */
export const ownStakesQuery = (name: RoundName) =>
  queryOptions({
    queryKey: [...roundKey(name), 'ownStakes'],
    queryFn: ({ signal }) => request(`${pathInApi(name)}/receipt`, { answer: ownStakes, signal }),
    refetchInterval: ({ state: { data } }) => (data && data.total > 0 && !data.settled ? 2_000 : false),
  });
