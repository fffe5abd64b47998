/** Whether the site takes no stakes for a game just now, by the last refusal. */
import { useState } from 'react';
import { isApiError } from '@fairground/web/shared/api/api-error.ts';

export interface GameClosed {
  closed: boolean;
  /** Returns true where the error says that the game is closed; the notice then shows it. */
  noteRefusal(error: unknown): boolean;
  /** Offers the form again: whether the game is open shows with the next stake. */
  tryAgain(): void;
}

export function useGameClosed(): GameClosed {
  const [closed, setClosed] = useState(false);
  return {
    closed,
    noteRefusal(error) {
      const isRefusal = isApiError(error) && error.code === 'game_closed';
      if (isRefusal) setClosed(true);
      return isRefusal;
    },
    tryAgain: () => setClosed(false),
  };
}
