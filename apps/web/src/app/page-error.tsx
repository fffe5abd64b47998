/** Shown in place of a page that broke or could not be loaded; the frame around it stays. */
import { useEffect, useState } from 'react';
import { isMissingFile } from '@fairground/site-kit/faults/missing-file.ts';
import { reportFault } from '@fairground/site-kit/faults/report-fault.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { isReplaced, reloadPage } from '@fairground/site-kit/pwa/replaced.ts';
import { Button, buttonClass } from '@fairground/site-kit/ui/button.tsx';
import { Message } from '@fairground/site-kit/ui/message.tsx';

export function PageError({ error }: { error: unknown }) {
  const t = useT();
  const title = t('title.error');
  useEffect(() => reportFault(error), [error]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    if (!isMissingFile(error)) return;
    void isReplaced().then((replaced) => {
      if (replaced && !(isNothingOpen() && reloadPage())) setOld(true);
    });
  }, [error]);
  if (isOld)
    return (
      <Message title={t('pwa.newVersion')} text={t('pwa.newVersionText')}>
        <Button onClick={() => location.reload()}>{t('pwa.reload')}</Button>
      </Message>
    );
  return (
    <Message title={t('crash.title')} text={t('crash.text')}>
      <div className="flex flex-wrap justify-center gap-3">
        {/* Reloading also fetches a page that has since been replaced. */}
        <Button onClick={() => location.reload()}>{t('ui.retry')}</Button>
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          {t('crash.home')}
        </a>
      </div>
    </Message>
  );
}

/** The page that was left has taken what was typed along; a dialog may be open over it. */
const isNothingOpen = (): boolean => document.querySelector('dialog[open]') === null;
