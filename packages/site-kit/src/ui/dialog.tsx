/** A dialog in the middle of the page: a raised panel over the darkened fair. Escape, the cross, or a press outside closes it. */
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { buttonClass } from './button.tsx';
import { cn, clearOfToasts } from './cn.ts';
import { useOpenLayer } from './open-layers.ts';

/** Around the main button of a dialog with a picture: keeps it in view on a phone in landscape. */
export const dialogDock =
  'grid sideways:sticky sideways:bottom-0 sideways:z-10 sideways:bg-panel sideways:py-1';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shown under the title and read with it. */
  description?: ReactNode;
  /** Where the panel's width is set; 560 px otherwise. */
  className?: string;
  /** Stands next to title and children from 768 px on, above them on a phone. */
  picture?: ReactNode;
  children: ReactNode;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  className = 'max-w-[560px]',
  picture,
  children,
}: DialogProps) {
  'use memo';
  const t = useT();
  useOpenLayer(open, () => onOpenChange(false));
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 grid animate-[fade-in_150ms] place-items-center max-md:items-end overflow-y-auto overscroll-contain bg-night-950/80 p-3 md:p-8 sideways:place-items-center sideways:p-2">
          <RadixDialog.Content
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onCloseAutoFocus={(event) => {
              // What opened the dialog may be gone by now; the keyboard must not fall back to the top.
              queueMicrotask(() => {
                if (document.activeElement !== null && document.activeElement !== document.body) return;
                event.preventDefault();
                document.getElementById('main')?.focus({ preventScroll: true });
              });
            }}
            className={cn(
              'relative grid w-full animate-[rise_200ms_ease-out] rounded-panel border-[1.5px] border-rule bg-panel text-text outline-none',
              picture !== undefined &&
                'md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] md:grid-rows-[1fr_1.6fr] sideways:grid-cols-2 sideways:grid-rows-[auto_1fr]',
              className,
            )}
          >
            <RadixDialog.Title
              className={cn(
                'poster-title py-5 pr-16 pl-5 text-26 leading-8 md:pt-8 md:pb-3 md:text-36 md:leading-10',
                picture === undefined
                  ? 'md:pl-8'
                  : 'md:col-start-2 md:self-end md:pl-2 sideways:col-start-2 sideways:py-3 sideways:pl-2 sideways:text-26 sideways:leading-8',
              )}
            >
              {title}
            </RadixDialog.Title>
            {picture === undefined ? null : (
              <div className="md:col-start-1 md:row-span-2 md:row-start-1 md:self-center sideways:sticky sideways:top-0 sideways:col-start-1 sideways:row-span-2 sideways:row-start-1 sideways:self-start">
                {picture}
              </div>
            )}
            <div
              className={cn(
                'gap-4 px-5 pb-5 md:pr-8 md:pb-8',
                picture === undefined
                  ? 'grid content-start md:pl-8'
                  : 'flex flex-col md:col-start-2 md:pl-2 sideways:col-start-2 sideways:gap-2 sideways:pr-5 sideways:pb-2 sideways:pl-2',
              )}
            >
              {description === undefined ? null : (
                <RadixDialog.Description className="text-16 leading-6 text-quiet">
                  {description}
                </RadixDialog.Description>
              )}
              {children}
            </div>
            <RadixDialog.Close
              aria-label={t('ui.close')}
              className={buttonClass({
                variant: 'secondary',
                size: 'icon',
                className: `${clearOfToasts} absolute top-3.5 right-3.5 md:top-4 md:right-4`,
              })}
            >
              <X aria-hidden className="size-5" />
            </RadixDialog.Close>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
