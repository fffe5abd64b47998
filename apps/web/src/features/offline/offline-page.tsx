/**
 * What the service worker answers when the fair cannot be reached. Only ever seen as prerendered HTML without
 * the application, so it has no header, no balance, and a form in place of a script.
 */
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Message } from '@fairground/site-kit/ui/message.tsx';

export function OfflinePage() {
  const t = useT();
  return (
    <main id="main" className="flex min-h-dvh flex-col [--header-height:0px] [--page-height:100svh]">
      <ScenePage className="flex flex-col items-center px-4 pt-20 pb-24">
        <div className="bites-top flex w-full max-w-[720px] flex-col rounded-b-panel bg-panel">
          <Message title={t('offline.title')} text={t('offline.text')}>
            <p className="text-quiet">{t('offline.wait')}</p>
            {/* Without an address of its own it asks for the page that was wanted. */}
            <form>
              <Button type="submit">{t('offline.retry')}</Button>
            </form>
          </Message>
        </div>
      </ScenePage>
    </main>
  );
}
