/** Whether the site has a new version: it no longer has the list of files by which this page began. */
import { createNote, tabStorage } from '../store/note.ts';

/** The one file whose name changes with that of any other: apps/web/build/file-names.ts names it in the import map. */
function readListOfFiles(): string | undefined {
  const map = document.querySelector('script[type="importmap"]')?.textContent;
  if (!map) return undefined;
  const { imports } = JSON.parse(map) as { imports: Readonly<Record<string, string>> };
  return imports['#files'];
}

/** Past the service worker, which keeps old files. False where the site cannot be reached. */
export async function isReplaced(): Promise<boolean> {
  const list = readListOfFiles();
  if (list === undefined) return false;
  const answer = await fetch(list, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
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
