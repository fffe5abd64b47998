/**
 * Keeps the live connection in step with who is signed in, and the stored player in step with the server.
 * The shell renders it once; it shows nothing.
 */
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { loadUser, setUser, useUser, userQueryKey } from '../session/session.ts';
import { live } from './live.ts';
import { useLiveMessage, useReconnected } from './use-live.ts';

export function LiveConnection() {
  const userId = useUser()?.id ?? null;

  useEffect(() => {
    if (userId === null) return;
    live.restart();
    return () => live.stop();
  }, [userId]);

  useEffect(() => {
    const again = () => {
      if (live.connection().status === 'given-up') live.start();
    };
    const seen = () => {
      if (document.visibilityState === 'visible') again();
    };
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);

  useLiveMessage('updatedUser_response', (payload) => {
    if (payload.success) setUser(payload.data.user);
  });
  useReconnected(() => {
    // What was pushed while the line was down is lost; ask again.
    void queryClient.invalidateQueries({ queryKey: userQueryKey, refetchType: 'none' }).then(loadUser);
  });
  return null;
}
