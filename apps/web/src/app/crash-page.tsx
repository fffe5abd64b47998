/** Shown when a page broke or could not be loaded. Reloading also fetches a page that has since been replaced. */
import { useEffect } from 'react';
import { useT } from '../shared/i18n/i18n.ts';
import { Button, buttonClass } from '../shared/ui/button.tsx';
import { Message } from '../shared/ui/message.tsx';

export function CrashPage() {
  const t = useT();
  const title = t('title.error');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main id="main" className="flex min-h-dvh flex-col">
      <Message title={t('crash.title')} text={t('crash.text')}>
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={() => location.reload()}>{t('ui.retry')}</Button>
          <a href="/" className={buttonClass({ variant: 'secondary' })}>
            {t('crash.home')}
          </a>
        </div>
      </Message>
    </main>
  );
}
