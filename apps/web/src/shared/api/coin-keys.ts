/**
 * The Idempotency-Key of each call that moves coins, from its first attempt until its outcome is known. It outlives
 * a reload of the page, so that the same call made again gets the first one's answer and no coins move twice.
 */

/** What is needed of `sessionStorage`. */
export interface KeyStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

export interface CoinKeys {
  /** That of an earlier attempt with the same path and body whose outcome is unknown, or a new one. */
  keyOf(path: string, body: unknown): string;
  /** The outcome of the call is known: the next one like it is another. */
  settle(path: string, body: unknown): void;
  /** The server's state was fetched, and so the outcome of every call to this path is known. */
  settleAll(path: string): void;
}

type KeysByBody = Readonly<Record<string, string>>;

/** `storage` returns null, or throws, where the browser forbids it; then keys last as long as the page. */
export function createCoinKeys(storage: () => KeyStorage | null, createKey: () => string): CoinKeys {
  const cached = new Map<string, KeysByBody>();

  function read(path: string): KeysByBody {
    const known = cached.get(path);
    if (known !== undefined) return known;
    try {
      return JSON.parse(storage()?.getItem(nameOf(path)) ?? '{}') as KeysByBody;
    } catch {
      return {};
    }
  }

  function write(path: string, keys: KeysByBody): void {
    cached.set(path, keys);
    try {
      if (Object.keys(keys).length === 0) storage()?.removeItem(nameOf(path));
      else storage()?.setItem(nameOf(path), JSON.stringify(keys));
    } catch {
      // The keys are cached for as long as the page lasts.
    }
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

const nameOf = (path: string): string => `coin-keys ${path}`;
