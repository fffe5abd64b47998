/**
 * What the browser remembers, of one name. Where storage is forbidden, full or missing there is no note: it never
 * throws, and what does not parse is none either.
 */
export type NoteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface Note<Value> {
  read(): Value | null;
  /** False where it could not be stored. */
  write(value: Value): boolean;
  remove(): void;
}

/** For as long as the tab. */
export const tabStorage = (): NoteStorage => sessionStorage;

const browserStorage = (): NoteStorage => localStorage;

/** Text is stored as it is, anything else as JSON. `parse` gets what is stored, and may throw. */
export function createNote<Value>(
  name: string,
  parse: (stored: string) => Value | null,
  storage: () => NoteStorage = browserStorage,
): Note<Value> {
  const attempt = <Outcome>(act: (storage: NoteStorage) => Outcome): Outcome | null => {
    try {
      return act(storage());
    } catch {
      return null;
    }
  };
  return {
    read: () =>
      attempt((place) => {
        const stored = place.getItem(name);
        return stored === null ? null : parse(stored);
      }),
    write(value) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return attempt((place) => place.setItem(name, text)) !== null;
    },
    remove: () => void attempt((place) => place.removeItem(name)),
  };
}
