/** A drawer from the right edge, for navigation on phones. */
import X from '@fairground/site-kit/icons/x';
import { useId, type ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { cn } from './cn.ts';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const t = useT();
  const id = useId();
  const close = () => onOpenChange(false);
  return open ? (
    <Modal onClose={close} labelledBy={id} className="overflow-hidden">
      <div
        className={cn(
          'bites-left absolute inset-y-0 right-0 flex w-[min(320px,88vw)]',
          'animate-[slide-from-right_200ms_ease-out] flex-col overflow-y-auto overscroll-contain',
          'bg-panel py-3 pr-4 pl-6',
        )}
      >
        <div className="flex min-h-12 items-center justify-between">
          <h2 id={id} className="text-16 font-bold">
            {title}
          </h2>
          <Button aria-label={t('ui.close')} variant="quiet" size="icon" onClick={close}>
            <X aria-hidden className="size-5" />
          </Button>
        </div>
        {children}
      </div>
    </Modal>
  ) : null;
}
