/**
 * Raising a toast from anywhere. The list is stored here; `ToastRegion` shows it and is loaded with the first
 * toast, so that pages which raise none do not carry it.
 */
import { useSyncExternalStore } from 'react';

export type ToastVariant = 'default' | 'destructive' | 'success' | 'info';

export interface ToastInput {
  title: string;
  description?: string;
  variant?: ToastVariant;
}

export interface ShownToast {
  id: number;
  title: string;
  description: string | undefined;
  variant: ToastVariant;
}

/** Older ones make room: they lie behind the newest one. */
const maxAtOnce = 3;

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function toast({ title, description, variant = 'default' }: ToastInput): void {
  // A text that is repeated replaces the earlier toast, which would only take more room.
  const others = toasts.filter((shown) => shown.title !== title || shown.description !== description);
  change([...others, { id: ++lastId, title, description, variant }].slice(-maxAtOnce));
}

export function dismissToast(id: number): void {
  change(toasts.filter((shown) => shown.id !== id));
}

export const shownToasts = (): readonly ShownToast[] => toasts;

export const useToasts = (): readonly ShownToast[] =>
  useSyncExternalStore(subscribe, shownToasts, () => none);

const none: readonly ShownToast[] = [];

function change(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
