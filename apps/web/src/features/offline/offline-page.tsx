/**
 * What the service worker answers when the fair cannot be reached. Only ever seen as prerendered HTML without
 * the application, so it has no header, no balance, and a form in place of a script.
 */
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { MessagePage } from '@fairground/site-kit/art/message-page.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';

export function OfflinePage() {
  const t = useT();
  return (
    <main id="main" className="flex min-h-dvh flex-col [--header-height:0px] [--page-height:100svh]">
      <MessagePage title={t('offline.title')} text={t('offline.text')}>
        <p className="text-quiet">{t('offline.wait')}</p>
        {/* Without an address of its own it asks for the page that was wanted. */}
        <form>
          <Button type="submit">{t('offline.retry')}</Button>
        </form>
      </MessagePage>
    </main>
  );
}
