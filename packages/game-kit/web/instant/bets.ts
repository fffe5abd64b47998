/** The player's bets on one instant game: their history in the query cache, and the call that places one. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { postCoins, request, settleCoinCalls } from '@fairground/site-kit/api/request.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import type { ChoiceFields, Fields } from '../../shared/instant/fields.ts';
import type { InstantBet, InstantBody, InstantGame } from '../../shared/instant/game.ts';
import { mergeEntry, mergeList, type MergeRule } from '../merge.ts';
import { chooseOwnSeed } from '../own-seed.ts';

/** A bet never changes, so every copy is as new as another. */
const betRule: MergeRule<{ id: string; createdAt: string }> = {
  idOf: ({ id }) => id,
  versionOf: () => 1,
  createdAtOf: ({ createdAt }) => createdAt,
  maxLength: 10,
};

type History<Bet> = readonly Bet[];

/** What the server has listed, after what it had not listed yet. */
export const withListed = <Bet extends { id: string; createdAt: string }>(
  known: History<Bet> | undefined,
  listed: History<Bet>,
): History<Bet> => mergeList(known ?? [], listed, betRule as MergeRule<Bet>);

/** Before the history is loaded there is nothing to add to: it will list the bet. */
export const withBet = <Bet extends { id: string; createdAt: string }>(
  known: History<Bet> | undefined,
  bet: Bet,
): History<Bet> | undefined => known && mergeEntry(known, bet, betRule as MergeRule<Bet>);

export function betsOf<Choice extends ChoiceFields, Drawn extends Fields>(game: InstantGame<Choice, Drawn>) {
  type Bet = InstantBet<Choice, Drawn>;
  const queryKey = [game.id, 'history'] as const;
  const path = `/${game.id}/create`;
  return {
    history: queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<History<Bet>> => {
        const listed = await request(`/${game.id}/userHistory`, { answer: game.historySchema, signal });
        // A bet whose answer was lost shows here: the next one is another call.
        settleCoinCalls(path);
        return withListed(queryClient.getQueryData<History<Bet>>(queryKey), listed);
      },
      staleTime: 0,
    }),
    /** Throws `ApiError` when refused. */
    place: mutationOptions({
      mutationFn: async (body: InstantBody<Choice>): Promise<Bet> => {
        await chooseOwnSeed();
        const { user, game: bet } = await postCoins(path, body, game.answerSchema);
        setUser(user);
        queryClient.setQueryData<History<Bet>>(queryKey, (known) => withBet(known, bet));
        return bet;
      },
    }),
  };
}
