/** A dialog in the middle of the screen. Escape, the cross and a click beside it close it. */
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Wider than a question needs to be. */
  wide?: boolean;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, wide = false, children }: DialogProps) {
  const t = useT();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-[fade-in_150ms] bg-night-950/75" />
        <RadixDialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] -translate-1/2 gap-4 overflow-y-auto',
            'animate-[fade-in_150ms] rounded-panel border-[1.5px] border-rule bg-panel p-6 text-text md:p-8',
            wide ? 'max-w-[976px]' : 'max-w-[480px]',
          )}
        >
          <RadixDialog.Title className="poster-title pr-12 text-[28px] leading-8">{title}</RadixDialog.Title>
          {description ? (
            <RadixDialog.Description className="text-quiet">{description}</RadixDialog.Description>
          ) : null}
          {children}
          <RadixDialog.Close
            aria-label={t('ui.close')}
            className={buttonClass({
              variant: 'quiet',
              size: 'icon',
              className: 'absolute top-4 right-4 bg-raised',
            })}
          >
            <X aria-hidden className="size-5" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
