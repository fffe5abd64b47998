/** Opens the live connection for whoever is signed in. The shell renders it; it shows nothing. */
import { useEffect } from 'react';
import { followSession } from './live-session.ts';

export function LiveConnection() {
  useEffect(followSession, []);
  return null;
}
