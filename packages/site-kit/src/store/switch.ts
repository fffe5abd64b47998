/** A choice between on and off, which this browser remembers unless it is the default. */
import { createNote } from './note.ts';
import { createStore, type Store } from './store.ts';

export function createSwitch(name: string, isOnByDefault: boolean): Store<boolean> {
  const note = createNote(name, String);
  const store = createStore(isOnByDefault);
  const stored = import.meta.env.SSR ? null : note.read();
  if (stored !== null) store.set(stored === 'on');
  return {
    ...store,
    // Without storage the choice lasts until the page is left.
    set(isOn) {
      if (isOn === isOnByDefault) note.remove();
      else note.write(isOn ? 'on' : 'off');
      store.set(isOn);
    },
  };
}
