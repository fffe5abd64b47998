/** The live connection for components: its state, its messages, the topics a page needs. */
import type { Topic } from '@fairground/contract/live';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { live } from './live.ts';
import type { Connection, Ticks } from '../realtime/live-client.ts';
import { followSession, onReconnected } from './live-session.ts';
import { livePayload } from '../realtime/live-messages.ts';
import type { SiteLivePayload, SiteLiveType } from '../realtime/live-messages.ts';

const offline: Connection = { status: 'off', tries: 0, ready: false };

interface ConnectionInView extends Pick<Connection, 'status' | 'tries'> {
  connected: boolean;
  /** It was lost, fell silent or never came, and is not back yet. */
  away: boolean;
}

export const isAway = ({ status, tries, isSilent }: Connection): boolean =>
  isSilent === true || status === 'waiting' || status === 'lost' || (status === 'connecting' && tries > 0);

export function useConnection(): ConnectionInView {
  'use memo';
  const connection = useSyncExternalStore(live.onConnection, live.connection, () => offline);
  const { status, tries } = connection;
  return { status, tries, connected: status === 'connected', away: isAway(connection) };
}

/** Calls `handler` for each of the site's own messages of this type while the component is mounted. */
export function useLiveMessage<T extends SiteLiveType>(
  type: T,
  handler: (payload: SiteLivePayload<T>, requestId: string | undefined) => void,
): void {
  const onMessage = useEffectEvent(handler);
  useEffect(
    () =>
      live.onMessage((message) => {
        if (message.type === type) onMessage(livePayload(message), message.requestId);
      }),
    [type],
  );
}

/** Calls `handler` each time a lost connection is back. The first connection is not one. */
export function useReconnected(handler: () => void): void {
  const reconnected = useEffectEvent(handler);
  useEffect(() => onReconnected(() => reconnected()), []);
}

/** An answer that takes longer makes the page look whether the connection is lost. */
const lateAnswerMs = 2_000;

/** While a press waits for its answer: a line that is dead is found within seconds, and the page says so. */
export function useProbe(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => live.probe(), lateAnswerMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
}

/** Subscribes the connection to a topic for as long as the page shows it; null is none. */
export function useTopic(topic: Topic | null, ticks: Ticks = 'sparse'): void {
  useEffect(() => {
    if (topic === null) return undefined;
    followSession();
    live.start();
    return live.want([topic], ticks);
  }, [topic, ticks]);
}
