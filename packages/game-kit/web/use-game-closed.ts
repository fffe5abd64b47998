/**
 * Whether a game takes stakes of the player: as the site answered when the page was opened, and by the last refusal
 * since.
 */
import { closedGamesSchema } from '@fairground/contract/config';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useServerNow } from '@fairground/site-kit/live/server-now.ts';
import { recheckSession, useUser } from '@fairground/site-kit/session/session.ts';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { setMaintenance, useMaintenance } from '@fairground/site-kit/maintenance/maintenance.ts';
import { request } from '@fairground/site-kit/api/request.ts';

export interface GameClosed {
  /** During a break of the player too. */
  closed: boolean;
  /** Because a public beacon does not answer that its results wait for. */
  withoutBeacon: boolean;
  /** The end of that break. */
  breakUntil: string | null;
  /** Returns true if the error reports a closed game; the notice then shows it. */
  noteRefusal(error: unknown): boolean;
  /** Asks the site again, and offers the form if the game is open. */
  tryAgain(): void;
}

const queryKey = ['games', 'closed'];
const recheckMs = 5_000;

export function useGameClosed(game: string): GameClosed {
  'use memo';
  const queryClient = useQueryClient();
  const maintenance = useMaintenance();
  const until = useUser()?.breakUntil ?? null;
  const isOnBreak = useServerNow((nowMs) => until !== null && nowMs < Date.parse(until), until);
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { maintenance, ...answer } = await request('/games/closed', {
        answer: closedGamesSchema,
        signal,
      });
      setMaintenance(maintenance ?? null);
      return answer;
    },
    // An open game that closes refuses the next stake; only a closed one is worth asking about again.
    refetchInterval: ({ state }) => (state.data?.games.includes(game) === true ? recheckMs : false),
  });
  return {
    closed: isOnBreak || maintenance !== null || data?.games.includes(game) === true,
    withoutBeacon: data?.withoutBeacon?.includes(game) === true,
    breakUntil: isOnBreak ? until : null,
    noteRefusal(error) {
      // Taken on another device.
      if (isApiError(error) && error.code === 'on_a_break') void recheckSession();
      const isRefusal = isApiError(error) && error.code === 'game_closed';
      if (isRefusal) {
        queryClient.setQueryData<typeof data>(queryKey, (known) => ({
          ...known,
          games: [...new Set([...(known?.games ?? []), game])],
        }));
      }
      return isRefusal;
    },
    tryAgain: () => void refetch(),
  };
}
