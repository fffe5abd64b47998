/**
 * A text that is being written: stored in the tab until it is saved, so that neither a session that ends nor a reload
 * loses it. It belongs to one member of the staff, and ends with their signing out.
 */
import { useEffect, useState } from 'react';

const prefix = 'unsaved ';

export const forgetUnsaved = (): void => {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  }
};

/** What was written of a version. */
export interface Unsaved<Value> {
  version: number;
  value: Value;
}

interface UnsavedOptions<Value> {
  /** Names the member of the staff and what is written. */
  name: string;
  saved: Unsaved<Value>;
  parse: (stored: unknown) => Unsaved<Value> | undefined;
}

/** The text in the fields and the version it is based on. `isRestored` where it comes from an earlier visit to the page. */
export function useUnsaved<Value>({ name, saved, parse }: UnsavedOptions<Value>) {
  const key = prefix + name;
  const [restored] = useState(() => readStored(key, parse));
  const [base, setBase] = useState(restored ? { ...saved, version: restored.version } : saved);
  const [value, setValue] = useState(restored?.value ?? saved.value);
  const [isRestored, setRestored] = useState(restored !== undefined);
  const isChanged = JSON.stringify(value) !== JSON.stringify(base.value);
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify({ version: base.version, value }));
    else sessionStorage.removeItem(key);
  }, [key, isChanged, base.version, value]);
  return {
    value,
    setValue,
    version: base.version,
    isChanged,
    isRestored,
    /** Called with what was saved, and the version it became. */
    setSaved(next: Unsaved<Value>) {
      setBase(next);
      setRestored(false);
    },
    /** What was written of is deleted. */
    forget: () => sessionStorage.removeItem(key),
  };
}

const readStored = <Value>(
  key: string,
  parse: UnsavedOptions<Value>['parse'],
): Unsaved<Value> | undefined => {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};
