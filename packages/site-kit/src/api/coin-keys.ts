/**
 * The Idempotency-Key of each call that moves coins, from its first attempt until its outcome is known. It outlives
 * a reload of the page, so that the same call made again gets the first one's answer and no coins move twice.
 */
import { createNote, type Note, type NoteStorage } from '../store/note.ts';

export interface CoinKeys {
  /** That of an earlier attempt with the same path and body whose outcome is unknown, or a new one. */
  keyOf(path: string, body: unknown): string;
  /** The outcome of the call is known: the next one like it is another. */
  settle(path: string, body: unknown): void;
  /** The server's state was fetched, and so the outcome of every call to this path is known. */
  settleAll(path: string): void;
}

type KeysByBody = Readonly<Record<string, string>>;

/** `storage` throws where the browser forbids it; then keys last as long as the page. */
export function createCoinKeys(storage: () => NoteStorage, createKey: () => string): CoinKeys {
  const cached = new Map<string, KeysByBody>();

  const noteOf = (path: string): Note<KeysByBody> =>
    createNote(`coin-keys ${path}`, (stored) => JSON.parse(stored) as KeysByBody, storage);

  const read = (path: string): KeysByBody => cached.get(path) ?? noteOf(path).read() ?? {};

  function write(path: string, keys: KeysByBody): void {
    cached.set(path, keys);
    if (Object.keys(keys).length === 0) noteOf(path).remove();
    else noteOf(path).write(keys);
  }

  return {
    keyOf(path, body) {
      const keys = read(path);
      const name = JSON.stringify(body);
      const key = keys[name] ?? createKey();
      write(path, { ...keys, [name]: key });
      return key;
    },
    settle(path, body) {
      const { [JSON.stringify(body)]: _settled, ...others } = read(path);
      write(path, others);
    },
    settleAll: (path) => write(path, {}),
  };
}
