/** Whether the site has a new version: it no longer has the script by which this page began. */
import { createNote, tabStorage } from '../store/note.ts';

/** Past the service worker, which keeps old files. False where the site cannot be reached. */
export async function isReplaced(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (script === null) return false;
  const answer = await fetch(script.src, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer?.status === 404;
}

const reloadedAt = createNote('reloaded-at', Number, tabStorage);
const quietMs = 60_000;

/** Loads the new version. At most once a minute: while a site is replaced, an old process may still answer. */
export function reloadForNewVersion(): boolean {
  const now = Date.now();
  if (now - (reloadedAt.read() ?? 0) < quietMs || !reloadedAt.write(now)) return false;
  location.reload();
  return true;
}
