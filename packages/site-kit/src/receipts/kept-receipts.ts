/**
 * The receipts of this browser's newest bets, in IndexedDB: a thousand of them are more than local storage should
 * carry with each bet. Where the browser forbids it, none are kept, and whoever asks gets a rejection.
 */
import type { Receipt } from '@fairground/fairness/receipt';

export interface KeptReceipt {
  /** The bet's name: the game's wire id and the id of the bet. */
  name: string;
  text: string;
  /** In milliseconds since 1970. */
  keptAt: number;
}

const maxKept = 1_000;
const storeName = 'receipts';
const byAge = 'keptAt';

const nameOf = (kind: string, id: string): string => `${kind} ${id}`;

/** A receipt of a call that was repeated replaces the same one. */
export async function storeReceipt(text: string, { kind, bet }: Receipt): Promise<void> {
  await withStore('readwrite', async (store) => {
    const receipt: KeptReceipt = { name: nameOf(kind, String(bet['id'])), text, keptAt: Date.now() };
    await outcomeOf(store.put(receipt));
    const surplus = (await outcomeOf(store.count())) - maxKept;
    if (surplus <= 0) return;
    for (const key of await outcomeOf(store.index(byAge).getAllKeys(null, surplus))) store.delete(key);
  });
}

export const findReceipt = (kind: string, id: string): Promise<KeptReceipt | undefined> =>
  withStore('readonly', (store) =>
    outcomeOf<KeptReceipt | undefined>(store.get(nameOf(kind, id)) as IDBRequest<KeptReceipt | undefined>),
  );

/** The newest first. */
export const listReceipts = (): Promise<KeptReceipt[]> =>
  withStore('readonly', async (store) =>
    (await outcomeOf<KeptReceipt[]>(store.index(byAge).getAll() as IDBRequest<KeptReceipt[]>)).toReversed(),
  );

async function withStore<Outcome>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<Outcome>,
): Promise<Outcome> {
  const database = await open();
  try {
    return await act(database.transaction(storeName, mode).objectStore(storeName));
  } finally {
    // Once what was requested is done.
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(storeName, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(storeName, { keyPath: 'name' }).createIndex(byAge, byAge);
  });
  return outcomeOf(request);
}

const outcomeOf = <Outcome>(request: IDBRequest<Outcome>): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });
