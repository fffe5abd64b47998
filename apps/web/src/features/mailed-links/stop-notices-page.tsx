/**
 * /notices?mailed=unsubscribe#unsubscribe=…, where the last link of the mails of notices leads; no session is needed.
 */
import { useMailedToken } from '@fairground/site-kit/page/mailed-token.ts';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { ActionCard, TokenAction } from './token-action.tsx';
import { useTexts } from '../../texts.ts';

export function StopNoticesPage() {
  'use memo';
  const t = useTexts('stop-notices');
  const token = useMailedToken('unsubscribe');
  const toChoices = <ButtonLink to="/profile/notices">{t('stopNotices.toChoices')}</ButtonLink>;
  if (token === null)
    return <ActionCard title={t('notices.title')} text={t('stopNotices.noToken')} actions={toChoices} />;
  return (
    <TokenAction
      path="/notices/unsubscribe"
      token={token}
      asked={{ title: t('stopNotices.title'), text: t('stopNotices.text'), button: t('stopNotices.stop') }}
      done={{ title: t('stopNotices.done'), text: t('stopNotices.doneText'), actions: toChoices }}
      usedUp={{ title: t('mailLink.failed'), text: t('stopNotices.usedUp'), actions: toChoices }}
    />
  );
}
