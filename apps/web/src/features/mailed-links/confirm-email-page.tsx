/** /confirm-email?mailed=token#token=…, where the mail after registering leads. */
import { useMailedToken } from '@fairground/site-kit/page/mailed-token.ts';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { ActionCard, TokenAction } from './token-action.tsx';
import { useTexts } from '../../texts.ts';

export function ConfirmEmailPage() {
  'use memo';
  const t = useTexts('newsletter');
  const token = useMailedToken('token');
  const toGames = <ButtonLink to="/games">{t('confirmEmail.toGames')}</ButtonLink>;
  if (token === null)
    return <ActionCard title={t('confirmEmail.title')} text={t('confirmEmail.noToken')} actions={toGames} />;
  return (
    <TokenAction
      path="/auth/confirm-email"
      token={token}
      asked={{
        title: t('confirmEmail.title'),
        text: t('confirmEmail.text'),
        button: t('confirmEmail.confirm'),
      }}
      done={{ title: t('confirmEmail.done'), text: t('confirmEmail.doneText'), actions: toGames }}
      usedUp={{ title: t('mailLink.usedUp'), text: t('confirmEmail.usedUp'), actions: toGames }}
    />
  );
}
