/**
 * The place of toasts: 5000 ms each, closed by a swipe to the right, the cross or Escape; F8 goes there. They lie below one
 * another, clear of what the player needs; where the screen is narrow in one stack, newest in front, which the keyboard's
 * focus spreads out.
 */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useRef, type CSSProperties } from 'react';
import { useT } from '../i18n/i18n.ts';
import { buttonClass } from './button.tsx';
import { cn } from './cn.ts';
import { closeTopLayer } from './open-layers.ts';
import { dismissToast, useToasts, type ShownToast, type ToastVariant } from './toast.ts';
import { useToastPlace } from './use-toast-place.ts';

/** Counted here: Radix would wait for ever under a resting pointer, and after a toast was pressed. */
const durationMs = 5000;

export default function ToastRegion() {
  'use memo';
  const t = useT();
  const toasts = useToasts();
  const list = useRef<HTMLOListElement>(null);
  useToastPlace(list, toasts);
  return (
    <Toast.Provider duration={Infinity} swipeDirection="right" swipeThreshold={50} label={t('toast.label')}>
      {toasts.map((shown, at) => (
        <ToastCard key={shown.id} toast={shown} depth={toasts.length - 1 - at} />
      ))}
      {/* The list itself takes no clicks from what lies below it. */}
      <Toast.Viewport
        ref={list}
        hotkey={['F8']}
        label={t('toast.region', { hotkey: 'F8' })}
        style={{ '--behind': toasts.length - 1 } as CSSProperties}
        className="toasts pointer-events-none fixed z-[60] m-0 grid w-[min(384px,100vw-16px)] sideways:w-[284px] list-none gap-2 outline-none empty:hidden"
      />
    </Toast.Provider>
  );
}

/** `depth` is how many toasts lie in front of this one. */
function ToastCard({ toast, depth }: { toast: ShownToast; depth: number }) {
  'use memo';
  const { id, title, description, variant } = toast;
  const t = useT();
  const { icon: Icon, look, tint } = variants[variant];
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <Toast.Root
      data-toast
      type={variant === 'destructive' ? 'foreground' : 'background'}
      onOpenChange={(open) => {
        if (!open) dismissToast(id);
      }}
      // Radix closes what was opened last, which is the toast; a player who presses Escape in a dialog means the dialog.
      onEscapeKeyDown={(event) => {
        const isInToast = event.target instanceof Element && event.target.closest('[data-toast]') !== null;
        if (!isInToast && closeTopLayer()) event.preventDefault();
      }}
      style={{ '--depth': depth, zIndex: -depth } as CSSProperties}
      className={cn(
        'pointer-events-auto flex animate-[fade-in_200ms] items-center gap-2 rounded-panel border-2 bg-panel py-1 pr-1 pl-3 text-text',
        depth > 0 && 'toast-behind',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
        'data-[state=closed]:animate-[fade-out_150ms_forwards]',
        look,
      )}
    >
      {Icon ? <Icon aria-hidden className={cn('size-5 shrink-0', tint)} /> : null}
      <div className="grid min-w-0 grow">
        <Toast.Title className="leading-5 font-bold break-words">{title}</Toast.Title>
        {description ? (
          <Toast.Description className="text-14 leading-4.5 break-words text-quiet">
            {description}
          </Toast.Description>
        ) : null}
      </div>
      <Toast.Close aria-label={t('ui.close')} className={buttonClass({ variant: 'quiet', size: 'icon' })}>
        <X aria-hidden className="size-5" />
      </Toast.Close>
    </Toast.Root>
  );
}

const variants: Record<ToastVariant, { icon: typeof Info | null; look: string; tint: string }> = {
  default: { icon: null, look: 'border-edge', tint: '' },
  destructive: { icon: CircleAlert, look: 'border-loss', tint: 'text-loss' },
  success: { icon: CircleCheck, look: 'border-win', tint: 'text-win' },
  info: { icon: Info, look: 'border-info', tint: 'text-info' },
};
