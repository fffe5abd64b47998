/** Whether the site has a new version, without the list of files by which this page began; and loading it. */
import { createNote, tabStorage } from '../store/note.ts';

/** The one file whose name changes with that of any other: apps/web/build/file-names.ts names it in the import map. */
function readListOfFiles(): string | undefined {
  const map = document.querySelector('script[type="importmap"]')?.textContent;
  if (!map) return undefined;
  const { imports } = JSON.parse(map) as { imports: Readonly<Record<string, string>> };
  return imports['#files'];
}

/** What became of the list of files. Past the service worker, which keeps old ones. */
async function askForList(): Promise<'there' | 'gone' | 'unknown'> {
  const list = readListOfFiles();
  if (list === undefined) return 'unknown';
  const answer = await fetch(list, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answer?.status === 404) return 'gone';
  return answer?.ok === true ? 'there' : 'unknown';
}

/** False where the site cannot be reached. */
export const isReplaced = async (): Promise<boolean> => (await askForList()) === 'gone';

/**
 * Whether a file that did not arrive comes only with the page as a whole: the site has a new version; or `isRepeated`,
 * another try failed too although the site answers. Firefox asks once for the file of a module, and remembers for as
 * long as the page is open that it did not come: findings/firefox-asks-for-a-module-once.sh.
 */
export async function needsReload({ isRepeated }: { isRepeated: boolean }): Promise<boolean> {
  const list = await askForList();
  return list === 'gone' || (list === 'there' && isRepeated);
}

const reloadedAt = createNote('reloaded-at', Number, tabStorage);
const quietMs = 60_000;

/** Loads the page again, at most once a minute: while a site is replaced, an old process may still answer. */
export function reloadPage(): boolean {
  const now = Date.now();
  if (now - (reloadedAt.read() ?? 0) < quietMs || !reloadedAt.write(now)) return false;
  location.reload();
  return true;
}
