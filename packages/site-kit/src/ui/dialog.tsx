/**
 * A dialog in the middle of the page: a raised panel over the darkened fair. Escape, the cross,
 * or a press outside closes it.
 */
import X from '@fairground/site-kit/icons/x';
import { useId, type ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Modal } from './modal.tsx';

/** Around the main button of a dialog with a picture: keeps it in view on a phone. */
export const dialogDock =
  'grid max-md:sticky max-md:bottom-0 max-md:z-10 max-md:bg-panel max-md:py-1 ' +
  'sideways:sticky sideways:bottom-0 sideways:z-10 sideways:bg-panel sideways:py-1';

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

export function Dialog({ open, ...shown }: DialogProps) {
  'use memo';
  return open ? <OpenDialog {...shown} /> : null;
}

function OpenDialog({
  onOpenChange,
  title,
  description,
  className = 'max-w-[560px]',
  picture,
  children,
}: Omit<DialogProps, 'open'>) {
  'use memo';
  const t = useT();
  const id = useId();
  const close = () => onOpenChange(false);
  return (
    <Modal
      onClose={close}
      labelledBy={`${id}-title`}
      describedBy={description === undefined ? undefined : `${id}-text`}
      className={cn(
        'grid place-items-center overflow-y-auto p-3',
        'max-md:items-end md:p-8 sideways:place-items-center sideways:p-2',
      )}
    >
      <div
        className={cn(
          'relative grid w-full animate-[rise_200ms_ease-out] rounded-panel border-[1.5px] border-rule bg-panel',
          picture !== undefined &&
            'md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] md:grid-rows-[1fr_1.6fr] ' +
              'sideways:grid-cols-2 sideways:grid-rows-[auto_1fr]',
          className,
        )}
      >
        <h2
          id={`${id}-title`}
          className={cn(
            'poster-title py-5 pr-16 pl-5 text-26 leading-8 md:pt-8 md:pb-3 md:text-36 md:leading-10',
            picture === undefined
              ? 'md:pl-8'
              : 'md:col-start-2 md:self-end md:pl-2 sideways:col-start-2 sideways:py-3 sideways:pl-2 ' +
                  'sideways:text-26 sideways:leading-8',
          )}
        >
          {title}
        </h2>
        {picture === undefined ? null : (
          <div
            className={cn(
              'md:col-start-1 md:row-span-2 md:row-start-1 md:self-center',
              'sideways:sticky sideways:top-0 sideways:col-start-1 sideways:row-span-2',
              'sideways:row-start-1 sideways:self-start',
            )}
          >
            {picture}
          </div>
        )}
        <div
          className={cn(
            'gap-4 px-5 pb-5 md:pr-8 md:pb-8',
            picture === undefined
              ? 'grid content-start md:pl-8'
              : 'flex flex-col md:col-start-2 md:pl-2 sideways:col-start-2 sideways:gap-2 sideways:pr-5 ' +
                  'sideways:pb-2 sideways:pl-2',
          )}
        >
          {description === undefined ? null : (
            <p id={`${id}-text`} className="text-16 leading-6 text-quiet">
              {description}
            </p>
          )}
          {children}
        </div>
        <Button
          aria-label={t('ui.close')}
          variant="secondary"
          size="icon"
          className="absolute top-3.5 right-3.5 md:top-4 md:right-4"
          onClick={close}
        >
          <X aria-hidden className="size-5" />
        </Button>
      </div>
    </Modal>
  );
}
