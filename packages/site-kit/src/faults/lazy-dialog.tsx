/**
 * A dialog whose file is loaded with its first use. A line says that the file is loading, or that it did not
 * arrive, and then offers to try again.
 */
import { useEffect, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { LazyBoundary, loadPart } from './lazy-part.tsx';
import { cn } from '../ui/cn.ts';

/** A dialog is open unless it says otherwise, and is closed by one of these. */
interface ClosableProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
}

export function lazyDialog<Props extends ClosableProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded);
    const [isFailed, setFailed] = useState(false);
    const isAwaited = props.open !== false && Dialog === null && !isFailed;
    useEffect(() => {
      if (!isAwaited) return undefined;
      let isShown = true;
      loadPart(load, 1).then(
        (part) => {
          loaded = part;
          if (isShown) setDialog(() => part);
        },
        () => {
          if (isShown) setFailed(true);
        },
      );
      return () => {
        isShown = false;
      };
    }, [isAwaited]);
    // Any press tries again: that of the button that opens the dialog changes nothing else, because the
    // dialog counts as open.
    useEffect(() => {
      if (!isFailed) return undefined;
      const retry = (): void => setFailed(false);
      addEventListener('click', retry);
      return () => removeEventListener('click', retry);
    }, [isFailed]);
    if (Dialog !== null)
      return (
        <LazyBoundary>
          <Dialog {...props} />
        </LazyBoundary>
      );
    if (props.open === false) return null;
    const close = (): void => {
      props.onOpenChange?.(false);
      props.onClose?.();
    };
    return <Waiting isFailed={isFailed} close={close} />;
  };
}

interface WaitingProps {
  isFailed: boolean;
  close: () => void;
}

/** Is not a dialog itself, whose file may be what does not come. Appears only where the file takes its time. */
function Waiting({ isFailed, close }: WaitingProps) {
  const t = useT();
  return createPortal(
    <div
      role={isFailed ? 'alert' : 'status'}
      className={cn(
        'fixed inset-x-3 bottom-4 z-40 mx-auto flex w-fit max-w-[480px]',
        'animate-[fade-in_150ms_400ms_both] flex-wrap items-center gap-3 rounded-panel border-[1.5px]',
        'border-rule bg-panel px-5 py-3 text-text print:hidden',
      )}
    >
      <p>{t(isFailed ? 'ui.partFailed' : 'ui.loading')}</p>
      {isFailed ? (
        <>
          <Button size="small">{t('ui.retry')}</Button>
          <Button variant="secondary" size="small" onClick={close}>
            {t('ui.close')}
          </Button>
        </>
      ) : null}
    </div>,
    document.body,
  );
}
