/** Follows a game's topic while a page shows it. */
import type { Topic } from '@fairground/contract/live';
import type { LiveSchemas } from '@fairground/site-kit/realtime/live-messages.ts';
import type { Ticks } from '@fairground/site-kit/realtime/live-client.ts';
import { useEffect } from 'react';
import { live } from '@fairground/site-kit/live/live.ts';
import { livePayload, registerLiveMessages } from '@fairground/site-kit/realtime/live-messages.ts';
import type { LivePayload } from '@fairground/site-kit/realtime/live-messages.ts';
import { useTopic } from '@fairground/site-kit/live/use-live.ts';

type DataOf<Schemas, Type extends keyof Schemas> = Schemas[Type] extends {
  safeParse(input: unknown): { success: true; data: infer Data } | { success: false };
}
  ? Data
  : never;

export interface GameLive {
  topic: Topic;
  ticks: Ticks;
  /** Starts listening; later calls do nothing. */
  listen(): void;
  leave(): void;
}

/** `handlers` turn each message into an action of the game's live cache. */
export function defineGameLive<Schemas extends LiveSchemas>(options: {
  topic: Topic;
  /** All of them, for a page that shows nothing that no tick has confirmed; sparse unless given. */
  ticks?: Ticks;
  messages: Schemas;
  handlers: { [Type in keyof Schemas]: (payload: LivePayload<DataOf<Schemas, Type>>) => void };
  /** Drops what grows stale while no page follows the topic. */
  onLeave?: () => void;
}): GameLive {
  const { topic, ticks = 'sparse', messages } = options;
  const handlers = options.handlers as Record<string, ((payload: LivePayload<never>) => void) | undefined>;
  let listening = false;
  return {
    topic,
    ticks,
    leave: options.onLeave ?? (() => undefined),
    listen() {
      if (listening) return;
      listening = true;
      registerLiveMessages(messages);
      live.onMessage((message) => {
        handlers[message.type]?.(livePayload<never>(message));
      });
    },
  };
}

/** `ticks` where they depend on what the page shows. */
export function useGameLive(game: GameLive, ticks?: Ticks): void {
  // Before the topic is subscribed to, so that its first message is read.
  useEffect(() => {
    game.listen();
    return game.leave;
  }, [game]);
  useTopic(game.topic, ticks ?? game.ticks);
}
