/** What a live page shows while its connection is lost: that it is tried again, or a button once that takes long. */
import { useT } from '../i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { live } from './live.ts';
import { useConnection } from './use-live.ts';

export function ConnectionNote({ className }: { className?: string | undefined }) {
  const t = useT();
  const { status, away } = useConnection();
  return (
    // Always there: a screen reader says what changes in an element that it knows.
    <div role="status" className={cn(className, 'empty:sr-only')}>
      {!away ? null : status !== 'lost' ? (
        t('connection.trying')
      ) : (
        <>
          <span>{t('connection.lost')}</span>
          <Button variant="secondary" size="small" className="pointer-events-auto ml-3" onClick={live.start}>
            {t('connection.reconnect')}
          </Button>
        </>
      )}
    </div>
  );
}
