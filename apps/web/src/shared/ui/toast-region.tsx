/** Where toasts stand: 5000 ms each, closed by a swipe to the right, the cross or Escape; F8 goes there. */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect } from 'react';
import { useT } from '../i18n/i18n.ts';
import { buttonClass } from './button.tsx';
import { cn } from './cn.ts';
import { dismissToast, useToasts, type ShownToast, type ToastVariant } from './toast.ts';

/** Counted here: Radix would wait for ever under a resting pointer, and after a toast was pressed. */
const durationMs = 5000;

export default function ToastRegion() {
  const t = useT();
  const toasts = useToasts();
  return (
    <Toast.Provider duration={Infinity} swipeDirection="right" swipeThreshold={50} label={t('toast.label')}>
      {toasts.map((shown) => (
        <ToastCard key={shown.id} toast={shown} />
      ))}
      {/* On the side away from the controls; the list itself takes no clicks from what lies below it. */}
      <Toast.Viewport
        hotkey={['F8']}
        label={t('toast.region', { hotkey: 'F8' })}
        className="pointer-events-none fixed left-0 z-[60] m-0 flex w-full list-none flex-col gap-2 p-4 max-lg:top-0 max-lg:right-0 max-lg:left-auto max-lg:p-2 lg:bottom-0 outline-none empty:hidden sm:max-w-[400px]"
      />
    </Toast.Provider>
  );
}

function ToastCard({ toast: { id, title, description, variant } }: { toast: ShownToast }) {
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
      className={cn(
        'pointer-events-auto flex animate-[rise_200ms_ease-out] items-start gap-3 rounded-panel border-2 bg-panel py-3 pr-2 pl-4 text-text',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
        'data-[state=closed]:animate-[fade-out_150ms_forwards]',
        look,
      )}
    >
      {Icon ? <Icon aria-hidden className={cn('mt-2.5 size-5 shrink-0', tint)} /> : null}
      <div className="grid min-w-0 grow gap-0.5 py-2">
        <Toast.Title className="font-bold break-words">{title}</Toast.Title>
        {description ? (
          <Toast.Description className="text-14 leading-5 break-words text-quiet">
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
