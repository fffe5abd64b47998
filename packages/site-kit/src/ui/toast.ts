/**
 * Raising a toast from anywhere. The list is stored here; `ToastRegion` shows it and is loaded with the first
 * toast, so that pages which raise none do not carry it.
 */
import { createStore, useStore } from '../store/store.ts';

export type ToastVariant = 'default' | 'destructive' | 'success' | 'info';

export interface ToastInput {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** Where another text, raised with it, says the same to those who listen. */
  isSilent?: boolean;
}

export interface ShownToast {
  id: number;
  title: string;
  description: string | undefined;
  variant: ToastVariant;
  isSilent: boolean;
}

/** Older ones make room: the header's row has no more. */
const maxAtOnce = 2;

const toasts = createStore<readonly ShownToast[]>([]);
let lastId = 0;

export function toast({ title, description, variant = 'default', isSilent = false }: ToastInput): void {
  // A text that is repeated replaces the earlier toast, which would only take more room.
  const others = toasts.get().filter((shown) => shown.title !== title || shown.description !== description);
  toasts.set([...others, { id: ++lastId, title, description, variant, isSilent }].slice(-maxAtOnce));
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}

export const shownToasts = toasts.get;

export const useToasts = (): readonly ShownToast[] => useStore(toasts);
