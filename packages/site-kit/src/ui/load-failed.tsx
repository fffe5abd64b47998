/** In place of what could not be loaded: why, and a button that tries again. */
import { useT } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

interface LoadFailedProps {
  text: string;
  retry: () => unknown;
}

/** In a line of a panel. */
export function LoadFailed({ text, retry }: LoadFailedProps) {
  const t = useT();
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3">
      <span>{text}</span>
      <Button variant="secondary" size="small" onClick={() => void retry()}>
        {t('ui.retry')}
      </Button>
    </p>
  );
}

/** In place of most of a page. */
export function PageLoadFailed({ text, retry, isCentered }: LoadFailedProps & { isCentered?: boolean }) {
  const t = useT();
  return (
    <div
      role="alert"
      className={cn(
        'grid gap-4',
        isCentered ? 'min-h-60 place-content-center justify-items-center' : 'justify-items-start',
      )}
    >
      <p>{text}</p>
      <Button variant="secondary" onClick={() => void retry()}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
