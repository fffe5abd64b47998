/**
 * /confirm-new-email?mailed=token#token=…, where the mails about a change of address lead. Nothing is sent before a
 * press: programs that open the links of mails confirm nothing.
 */
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useAction } from '@fairground/site-kit/api/use-action.ts';
import { useMailedToken } from '@fairground/site-kit/page/mailed-token.ts';
import { recheckOwnSession } from '@fairground/site-kit/session/session.ts';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { ActionCard } from './token-action.tsx';
import { useTexts } from '../../texts.ts';

type Choice = 'confirm' | 'cancel';

const send = async (choice: Choice, token: string): Promise<'changed' | 'waiting' | 'cancelled'> => {
  const body = { token };
  if (choice === 'cancel') {
    await request('/auth/cancel-new-email', { method: 'POST', body });
    return 'cancelled';
  }
  const { newEmailAnswer: answer } = await import('@fairground/contract/email-change');
  const { changed } = await request('/auth/confirm-new-email', { method: 'POST', body, answer });
  if (!changed) return 'waiting';
  // This page may belong to the player, or to a session that has ended just now.
  await recheckOwnSession();
  return 'changed';
};

const endings = {
  changed: ['newEmail.changed', 'newEmail.changedText'],
  waiting: ['newEmail.waiting', 'newEmail.waitingText'],
  cancelled: ['newEmail.cancelled', 'newEmail.cancelledText'],
} as const;

export function ConfirmNewEmailPage() {
  const t = useTexts('new-email');
  const token = useMailedToken('token');
  return token === null ? (
    <ActionCard title={t('newEmail.title')} text={t('newEmail.noToken')} actions={<ToProfile />} />
  ) : (
    // Another link in the same tab begins again.
    <ConfirmOrCancel key={token} token={token} />
  );
}

function ToProfile() {
  const t = useTexts('new-email');
  return <ButtonLink to="/profile">{t('newEmail.toProfile')}</ButtonLink>;
}

function ConfirmOrCancel({ token }: { token: string }) {
  'use memo';
  const t = useTexts('new-email');
  const { run, data, error, isPending, input } = useAction((choice: Choice) => send(choice, token));
  if (data !== undefined) {
    const [title, text] = endings[data];
    return <ActionCard title={t(title)} text={t(text)} actions={<ToProfile />} />;
  }
  if (isApiError(error) && error.code === 'invalid_request')
    return <ActionCard title={t('mailLink.usedUp')} text={t('newEmail.usedUp')} actions={<ToProfile />} />;
  return (
    <ActionCard
      title={t('newEmail.title')}
      text={t('newEmail.text')}
      actions={
        <>
          {error === null ? null : <FormFailure text={readableError(error, t('error.unexpected'))} />}
          <Button busy={isPending && input === 'confirm'} disabled={isPending} onClick={() => run('confirm')}>
            {t('newEmail.confirm')}
          </Button>
          <Button
            variant="danger"
            busy={isPending && input === 'cancel'}
            disabled={isPending}
            onClick={() => run('cancel')}
          >
            {t('newEmail.cancel')}
          </Button>
        </>
      }
    />
  );
}
