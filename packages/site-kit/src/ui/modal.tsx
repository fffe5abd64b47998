/**
 * What a dialog and the drawer have in common. The browser gives a `<dialog>` its focus, keeps the page behind
 * it inert, and puts the focus back; Escape or a press outside the panel asks to close. It begins below the
 * header's row, where toasts are.
 */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore } from '../store/store.ts';
import { cn } from './cn.ts';

/** Topmost last. Toasts are shown within it, because the browser lets nothing else be pressed. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

interface ModalProps {
  onClose: () => void;
  labelledBy: string;
  describedBy?: string | undefined;
  className: string;
  /** The panel. */
  children: ReactNode;
}

export function Modal({ onClose, labelledBy, describedBy, className, children }: ModalProps) {
  'use memo';
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    element.showModal();
    isShown.current = true;
    openDialogs.set([...openDialogs.get(), element]);
    return () => {
      isShown.current = false;
      element.close();
      openDialogs.set(openDialogs.get().filter((each) => each !== element));
      // What opened the dialog may be gone by now; the keyboard must not fall back to the top.
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true });
      });
    };
  }, []);
  return createPortal(
    // Escape is the keyboard's way to do what a press outside does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={cn(
        'fixed inset-0 top-(--header-height) m-0 size-auto max-h-none max-w-none overscroll-contain',
        'bg-transparent text-text outline-none',
        'animate-[fade-in_150ms] backdrop:animate-[fade-in_150ms] backdrop:bg-night-950/80 max-[16rem]:top-0',
        className,
      )}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // React hands events of a portal on to what renders it: a form around the button that opens the dialog
      // must not be sent.
      onSubmit={(event) => event.stopPropagation()}
      // Where the browser has closed it without asking. What opens another dialog instead hides this one first.
      onClose={() => {
        if (isShown.current) onClose();
      }}
      onPointerDown={({ target, currentTarget }) => {
        isPressedOutside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (isPressedOutside.current && target === currentTarget) onClose();
      }}
    >
      {children}
    </dialog>,
    document.body,
  );
}
