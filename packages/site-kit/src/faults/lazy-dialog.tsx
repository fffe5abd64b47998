/**
 * A dialog whose file is loaded with its first use. A line says that the file is loading, or that it did not
 * arrive, and then offers to try again, or to load the page again where that cannot help.
 */
import { useEffect, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { needsReload } from '../pwa/replaced.ts';
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
  let failures = 0;
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded);
    const [failed, setFailed] = useState<Failed | null>(null);
    const isAwaited = props.open !== false && Dialog === null && failed === null;
    useEffect(() => {
      if (!isAwaited) return undefined;
      let isShown = true;
      loadPart(load, 1).then(
        (part) => {
          loaded = part;
          if (isShown) setDialog(() => part);
        },
        () => {
          failures += 1;
          if (isShown) setFailed('for now');
          void needsReload({ isRepeated: failures > 1 }).then((needs) => {
            if (needs) setFailed((before) => before && 'on this page');
          });
        },
      );
      return () => {
        isShown = false;
      };
    }, [isAwaited]);
    // Any press tries again: that of the button that opens the dialog changes nothing else, because the
    // dialog counts as open.
    useEffect(() => {
      if (failed !== 'for now') return undefined;
      const retry = (): void => setFailed(null);
      addEventListener('click', retry);
      return () => removeEventListener('click', retry);
    }, [failed]);
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
    return <Waiting failed={failed} close={close} />;
  };
}

/** Whether another try may help, or only the page as a whole, loaded again. */
type Failed = 'for now' | 'on this page';

interface WaitingProps {
  failed: Failed | null;
  close: () => void;
}

/** Is not a dialog itself, whose file may be what does not come. Appears only where the file takes its time. */
function Waiting({ failed, close }: WaitingProps) {
  const t = useT();
  return createPortal(
    <div
      role={failed ? 'alert' : 'status'}
      className={cn(
        'fixed inset-x-3 bottom-4 z-40 mx-auto flex w-fit max-w-[480px]',
        'animate-[fade-in_150ms_400ms_both] flex-wrap items-center gap-3 rounded-panel border-[1.5px]',
        'border-rule bg-panel px-5 py-3 text-text print:hidden',
      )}
    >
      <p>{t(failed ? 'ui.partFailed' : 'ui.loading')}</p>
      {failed ? (
        <>
          {failed === 'for now' ? (
            <Button size="small">{t('ui.retry')}</Button>
          ) : (
            <Button size="small" onClick={() => location.reload()}>
              {t('pwa.reload')}
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={close}>
            {t('ui.close')}
          </Button>
        </>
      ) : null}
    </div>,
    document.body,
  );
}
