/** A drawer from the right edge, for navigation on phones. */
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { buttonClass } from './button.tsx';
import { clearOfToasts } from './cn.ts';
import { useOpenLayer } from './open-layers.ts';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const t = useT();
  useOpenLayer(open, () => onOpenChange(false));
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-[fade-in_150ms] bg-night-950/75" />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="bites-left fixed inset-y-0 right-0 z-50 flex w-[min(320px,88vw)] animate-[slide-from-right_200ms_ease-out] flex-col overflow-y-auto bg-panel py-3 pr-4 pl-6 text-text"
        >
          <div className="flex min-h-12 items-center justify-between">
            <RadixDialog.Title className="text-16 font-bold">{title}</RadixDialog.Title>
            <RadixDialog.Close
              aria-label={t('ui.close')}
              className={buttonClass({ variant: 'quiet', size: 'icon', className: clearOfToasts })}
            >
              <X aria-hidden className="size-5" />
            </RadixDialog.Close>
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
