/**
 * /newsletter?mailed=confirm#confirm=… and the same for unsubscribe, where the newsletter's mails
 * lead; without either, the form.
 */
import { useMailedToken } from '@fairground/site-kit/page/mailed-token.ts';
import { NewsletterForm } from '@fairground/site-kit/newsletter/mailing-form.tsx';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { Card, TokenAction } from './token-action.tsx';
import { useTexts } from '../../texts.ts';

export function NewsletterPage() {
  'use memo';
  const t = useTexts('newsletter');
  const confirm = useMailedToken('confirm');
  const unsubscribe = useMailedToken('unsubscribe');
  const toBlog = (
    <ButtonLink to="/blog" variant="secondary">
      {t('newsletter.toBlog')}
    </ButtonLink>
  );
  const again = <ButtonLink to="/newsletter">{t('newsletter.again')}</ButtonLink>;
  if (confirm !== null)
    return (
      <TokenAction
        key="confirm"
        path="/newsletter/confirm"
        token={confirm}
        asked={{
          title: t('newsletter.confirmTitle'),
          text: t('newsletter.confirmText'),
          button: t('newsletter.confirm'),
        }}
        done={{ title: t('newsletter.confirmed'), text: t('newsletter.confirmedText'), actions: toBlog }}
        usedUp={{ title: t('mailLink.usedUp'), text: t('newsletter.confirmUsedUp'), actions: again }}
      />
    );
  if (unsubscribe !== null)
    return (
      <TokenAction
        key="unsubscribe"
        path="/newsletter/unsubscribe"
        token={unsubscribe}
        asked={{
          title: t('newsletter.endTitle'),
          text: t('newsletter.endText'),
          button: t('newsletter.end'),
        }}
        done={{
          title: t('newsletter.unsubscribed'),
          text: t('newsletter.unsubscribedText'),
          actions: toBlog,
        }}
        usedUp={{ title: t('mailLink.usedUp'), text: t('newsletter.unsubscribeUsedUp'), actions: toBlog }}
      />
    );
  return (
    <Card>
      <h1 className="poster-title text-30 leading-9 sm:text-36 sm:leading-10">{t('newsletter.title')}</h1>
      <p className="mt-3 mb-6 text-17 leading-6 text-quiet">{t('newsletter.boxText')}</p>
      <NewsletterForm />
    </Card>
  );
}
