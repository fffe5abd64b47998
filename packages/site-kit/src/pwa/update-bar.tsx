/** Announces quietly that a new version waits. It stays until it is dismissed, and covers no control. */
import X from '@fairground/site-kit/icons/x';
import { useT } from '../i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { acceptUpdate, declineUpdate, useUpdateWaits } from './updates.ts';
import { cn } from '../ui/cn.ts';

export function UpdateBar() {
  const t = useT();
  const waits = useUpdateWaits();
  return (
    <div
      role="status"
      aria-label={t('pwa.label')}
      className="pointer-events-none fixed inset-x-2 top-1 z-40 grid sm:right-auto lg:top-auto lg:bottom-4 lg:left-4"
    >
      {waits ? (
        <div
          className={cn(
            'pointer-events-auto flex max-w-[420px] animate-[rise_200ms_ease-out] items-center gap-2',
            'rounded-panel border-2 border-info bg-panel py-2 pr-1 pl-4 text-text',
          )}
        >
          <div className="min-w-0 grow">
            <p className="font-bold">{t('pwa.newVersion')}</p>
            <p className="text-14 leading-5 text-quiet">{t('pwa.newVersionText')}</p>
          </div>
          <Button size="small" variant="secondary" onClick={acceptUpdate}>
            {t('pwa.reload')}
          </Button>
          <Button size="icon" variant="quiet" aria-label={t('ui.close')} onClick={declineUpdate}>
            <X aria-hidden className="size-5" />
          </Button>
        </div>
      ) : null}
    </div>
  );
}
