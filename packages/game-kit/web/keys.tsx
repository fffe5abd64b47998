/**
 * Keys of a game's page: single characters that do what buttons on it do. What a press means, and the sheet that lists
 * the keys, are loaded with the first press.
 */
import { useEffect, useRef, useState } from 'react';
import { lazyDialog } from '@fairground/site-kit/faults/lazy-dialog.tsx';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import type { KeyPress } from './keys/key-press.ts';
import type { GameKeys } from './keys/sheet.tsx';

/** Keys of the page that is shown, in the order in which its parts came. */
const registry = new Set<{ current: GameKeys }>();

/** Registers keys while the component is shown. */
export function useGameKeys(keys: GameKeys): void {
  const entry = useRef(keys);
  useEffect(() => {
    entry.current = keys;
  });
  useEffect(() => {
    registry.add(entry);
    return () => void registry.delete(entry);
  }, []);
}

const fields =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable=true]';

const readPress = ({ key, repeat, ctrlKey, altKey, metaKey, target }: KeyboardEvent): KeyPress => ({
  key,
  repeat,
  isCombined: ctrlKey || altKey || metaKey,
  isTyping: target instanceof Element && target.closest(fields) !== null,
  isCovered: document.querySelector('dialog[open]') !== null,
});

const loadPart = () => import('./keys/sheet.tsx');

const KeySheet = lazyDialog(async () => (await loadPart()).KeySheet);

/** Listens to the keys of the page, and opens their sheet; hidden where there is a finger and no keyboard to expect. */
export function KeysButton() {
  const t = useT();
  /** Null until the sheet was opened. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.key.length !== 1 || event.defaultPrevented) return;
      // Read now: a dialog that covers the page may be closed by the time the part is loaded.
      const press = readPress(event);
      void loadPart().then(
        ({ actOn }) => actOn(press, registry, () => setOpen(true)),
        () => undefined,
      );
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="pointer-coarse:hidden"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('keys.open')}
      </Button>
      {isOpen !== null && <KeySheet registry={registry} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
