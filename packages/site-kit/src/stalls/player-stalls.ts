/** The stalls for players, by the live connection of their page, which does not follow them in the background. */
import { stallsData, stallsTopic, type Stalls } from '@fairground/contract/stalls';
import { useEffect, useSyncExternalStore } from 'react';
import { live } from '../live/live.ts';
import { useConnection, useTopic } from '../live/use-live.ts';
import { livePayload, registerLiveMessages } from '../realtime/live-messages.ts';
import { setStalls } from './shown-stalls.ts';

const onVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

export function PlayerStalls() {
  'use memo';
  const isSeen = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  );
  const { away } = useConnection();
  // Before the topic is subscribed to, so that its first message is read.
  useEffect(() => {
    registerLiveMessages({ stalls_response: stallsData });
    const stop = live.onMessage((message) => {
      if (message.type !== 'stalls_response') return;
      const payload = livePayload<Stalls>(message);
      if (payload.success) setStalls(payload.data);
    });
    return () => {
      stop();
      setStalls(undefined);
    };
  }, []);
  useEffect(() => {
    if (away || !isSeen) setStalls(undefined);
  }, [away, isSeen]);
  useTopic(isSeen ? stallsTopic : null);
  return null;
}
