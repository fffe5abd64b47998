/**
 * Takes the place of everything that shows a player while somebody else is signed in: says who, and loads the page
 * again.
 */
import { useEffect } from 'react';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Message } from '@fairground/site-kit/ui/message.tsx';

/** Long enough to read. */
const reloadAfterMs = 5_000;

const reload = (): void => location.reload();

export function SuccessorPage({ username }: { username: string }) {
  const t = useT();
  useEffect(() => {
    const timer = setTimeout(reload, reloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main id="main" role="alert" className="flex min-h-dvh flex-col">
      <Message title={t('successor.title', { username })} text={t('successor.text')}>
        <Button onClick={reload}>{t('pwa.reload')}</Button>
      </Message>
    </main>
  );
}
