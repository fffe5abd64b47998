/**
 * Synchronises the live connection with the session, and the stored player with the server.
 * May be called any number of times; once is enough for the life of the page.
 */
import { unreadNotices } from '@fairground/contract/unread';
import { maintenanceData, type MaintenanceData } from '@fairground/contract/maintenance';
import { presenceData, presenceTopic, type Presence } from '@fairground/contract/presence';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { request } from '../api/request.ts';
import { currentUser, onSessionChange, recheckOwnSession, setUser } from '../session/session.ts';
import type { User } from '@fairground/contract/user';
import { live } from './live.ts';
import { livePayload, registerLiveMessages } from '../realtime/live-messages.ts';
import { setMaintenance } from '../maintenance/maintenance.ts';
import { setConnectedCount } from '../presence/presence.ts';

/**
 * How many notices the player has not read: fetched once, then pushed. Here, because every page of a player loads
 * this.
 */
export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: ({ signal }) => request('/user/notices/unread', { answer: unreadNotices, signal }),
  staleTime: Infinity,
});

/** The answer to a call that is under way may be older: it is dropped. */
export function showUnread(unread: { unread: number }): void {
  void queryClient.cancelQueries({ queryKey: unreadQuery.queryKey });
  queryClient.setQueryData(unreadQuery.queryKey, unread);
}

let following = false;

export function followSession(): void {
  if (following) return;
  following = true;
  let userId = currentUser()?.id;
  if (userId !== undefined) live.start();

  onSessionChange(() => {
    const nowId = currentUser()?.id;
    if (nowId === userId) return;
    userId = nowId;
    if (nowId === undefined) {
      live.stop();
      setConnectedCount(undefined);
    } else live.restart();
  });

  registerLiveMessages({
    fairPresence_response: presenceData,
    maintenance_response: maintenanceData,
    notices_response: unreadNotices,
  });
  live.want([presenceTopic]);
  live.onMessage((message) => {
    if (message.type === 'fairPresence_response') {
      const presence = livePayload<Presence>(message);
      if (presence.success) setConnectedCount(presence.data.connected);
    }
    if (message.type === 'maintenance_response') {
      const sent = livePayload<MaintenanceData>(message);
      if (sent.success) setMaintenance(sent.data.maintenance);
    }
    if (message.type === 'notices_response') {
      const unread = livePayload<{ unread: number }>(message);
      if (unread.success) showUnread(unread.data);
      void queryClient.invalidateQueries({ queryKey: ['notices', 'list'] });
    }
    if (message.type !== 'updatedUser_response') return;
    const payload = livePayload<{ user: User }>(message);
    if (payload.success && payload.data.user.id === userId) setUser(payload.data.user);
  });

  onReconnected(() => {
    // What was pushed while the connection was lost is lost. Maintenance that is still on is
    // sent after the subscription.
    setMaintenance(null);
    void queryClient.invalidateQueries({ queryKey: ['notices'] });
    void recheckOwnSession();
  });

  // A connection that was cut while the machine slept or changed its network is not closed: it says nothing.
  window.addEventListener('online', () => live.probe());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.probe();
  });
  // The connection of a page that the browser had kept seems open, and is lost a moment later.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) live.reconnect();
  });
}

/**
 * Calls `listener` each time a lost connection is back, and everything is pushed again: what is fetched now misses
 * nothing. The first connection is not one.
 */
export function onReconnected(listener: () => void): () => void {
  let lost = false;
  return live.onConnection(() => {
    const { status, ready } = live.connection();
    if (status === 'waiting' || status === 'lost') lost = true;
    if (!ready || !lost) return;
    lost = false;
    listener();
  });
}
