/** Whether the site takes stakes for a game: as it answered when the page was opened, and by the last refusal since. */
import { closedGamesSchema } from '@fairground/contract/config';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@fairground/web/shared/api/api-error.ts';
import { setMaintenance, useMaintenance } from '@fairground/web/entities/maintenance/maintenance.ts';
import { request } from '@fairground/web/shared/api/request.ts';

export interface GameClosed {
  closed: boolean;
  /** Returns true if the error reports a closed game; the notice then shows it. */
  noteRefusal(error: unknown): boolean;
  /** Asks the site again, and offers the form if the game is open. */
  tryAgain(): void;
}

const queryKey = ['games', 'closed'];
const recheckMs = 5_000;

export function useGameClosed(game: string): GameClosed {
  const queryClient = useQueryClient();
  const maintenance = useMaintenance();
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { games, maintenance } = await request('/games/closed', { answer: closedGamesSchema, signal });
      setMaintenance(maintenance ?? null);
      return games;
    },
    // An open game that closes refuses the next stake; only a closed one is worth asking about again.
    refetchInterval: ({ state }) => (state.data?.includes(game) === true ? recheckMs : false),
  });
  return {
    closed: maintenance !== null || data?.includes(game) === true,
    noteRefusal(error) {
      const isRefusal = isApiError(error) && error.code === 'game_closed';
      if (isRefusal)
        queryClient.setQueryData<string[]>(queryKey, (games = []) => [...new Set([...games, game])]);
      return isRefusal;
    },
    tryAgain: () => void refetch(),
  };
}
