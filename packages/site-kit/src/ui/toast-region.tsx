/**
 * Shows toasts: 5000 ms each, closed by a swipe to the right, the cross or Escape; F8 goes there. They lie in the
 * header's row, one below the other and apart from the window's edge: two of two lines each fill the row. No text is
 * cut, so longer ones reach below it.
 */
import CircleAlert from '@fairground/site-kit/icons/circle-alert';
import CircleCheck from '@fairground/site-kit/icons/circle-check';
import Info from '@fairground/site-kit/icons/info';
import X from '@fairground/site-kit/icons/x';
import { useEffect, useEffectEvent, useLayoutEffect, useState, type PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../i18n/i18n.ts';
import { useStore } from '../store/store.ts';
import { Announce } from './announce.tsx';
import { cn } from './cn.ts';
import { openDialogs } from './modal.tsx';
import { dismissToast, useToasts, type ShownToast, type ToastVariant } from './toast.ts';

const durationMs = 5000;
const swipePx = 50;

/** Moves into the topmost dialog, which leaves the rest of the page inert. */
const region = document.createElement('section');
region.tabIndex = -1;
region.className =
  'pointer-events-none fixed inset-x-2 top-0 z-[60] min-h-(--header-height) outline-none print:hidden ' +
  'md:left-auto md:right-[max(24rem,50vw-21rem)] md:w-88 min-[90rem]:w-120 sideways:inset-x-2 sideways:w-auto';

export default function ToastRegion() {
  'use memo';
  const t = useT();
  const toasts = useToasts();
  const dialog = useStore(openDialogs).at(-1);
  const label = t('toast.region', { hotkey: 'F8' });
  useLayoutEffect(() => {
    region.setAttribute('aria-label', label);
    (dialog ?? document.body).append(region);
  }, [label, dialog]);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const newest = toasts.at(-1);
    if (newest === undefined) return;
    if (event.key === 'F8') region.focus();
    if (event.key !== 'Escape') return;
    const isInToast = event.target instanceof Node && region.contains(event.target);
    // A player who presses Escape in a dialog means the dialog.
    if (dialog !== undefined && !isInToast) return;
    if (isInToast) event.preventDefault();
    dismissToast(newest.id);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return createPortal(
    <ol className="grid min-h-(--header-height) content-evenly gap-px py-0.5 sideways:auto-cols-fr sideways:grid-flow-col">
      {toasts.map((shown) => (
        <ToastCard key={shown.id} toast={shown} />
      ))}
    </ol>,
    region,
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  'use memo';
  const { id, title, description, variant, isSilent } = toast;
  const t = useT();
  const { icon: Icon, look, tint } = variants[variant];
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [id]);
  const [startX, setStartX] = useState<number | null>(null);
  const [movedPx, setMovedPx] = useState(0);
  const onPointerMove = ({ clientX, currentTarget, pointerId }: PointerEvent): void => {
    if (startX === null) return;
    const moved = Math.max(0, clientX - startX);
    setMovedPx(moved);
    // Not before: the cross would not get its click.
    if (moved > 8) currentTarget.setPointerCapture(pointerId);
  };
  const onPointerEnd = (): void => {
    setStartX(null);
    setMovedPx(0);
  };
  return (
    <li
      data-toast
      style={movedPx > 0 ? { translate: `${movedPx}px` } : undefined}
      className={cn(
        'group pointer-events-auto flex touch-pan-y animate-[fade-in_200ms] items-center gap-2',
        'rounded-panel border bg-panel pl-3 text-14 leading-4 text-text select-none',
        'only:border-2',
        look,
      )}
      onPointerDown={({ clientX }) => setStartX(clientX)}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        if (movedPx > swipePx) dismissToast(id);
        onPointerEnd();
      }}
      onPointerCancel={onPointerEnd}
    >
      {Icon ? <Icon aria-hidden className={cn('size-5 shrink-0', tint)} /> : null}
      <p className="min-w-0 grow break-words group-only:py-1">
        <b className="group-only:block group-only:text-16 group-only:leading-5">{title}</b>
        {description === undefined ? null : <span className="text-quiet">{` ${description}`}</span>}
      </p>
      <button
        type="button"
        aria-label={t('ui.close')}
        className={cn(
          'grid min-h-8 w-11 shrink-0 place-items-center self-stretch rounded-panel',
          'group-only:min-h-11 hover:bg-raised focus-visible:-outline-offset-3',
        )}
        onClick={() => {
          region.focus();
          dismissToast(id);
        }}
      >
        <X aria-hidden className="size-5" />
      </button>
      {!isSilent && <Announce text={`${title} ${description ?? ''}`} isAlert={variant === 'destructive'} />}
    </li>
  );
}

const variants: Record<ToastVariant, { icon: typeof Info | null; look: string; tint: string }> = {
  default: { icon: null, look: 'border-edge', tint: '' },
  destructive: { icon: CircleAlert, look: 'border-loss', tint: 'text-loss' },
  success: { icon: CircleCheck, look: 'border-win', tint: 'text-win' },
  info: { icon: Info, look: 'border-info', tint: 'text-info' },
};
