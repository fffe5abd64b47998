/**
 * Where a mailed link leads: a press sends its token, and the page shows the result. Nothing is sent before the press:
 * programs that open the links of mails confirm and end nothing.
 */
import { useState, type ReactNode } from 'react';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { withRetries } from '@fairground/site-kit/api/retry.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { useTexts } from '../../texts.ts';

export interface ActionState {
  title: string;
  text: string;
  actions?: ReactNode;
}

interface TokenActionProps {
  path: '/newsletter/confirm' | '/newsletter/unsubscribe' | '/notices/unsubscribe' | '/auth/confirm-email';
  token: string;
  /** Before the press; `button` names what it does. */
  asked: { title: string; text: string; button: string };
  done: ActionState;
  usedUp: ActionState;
}

/** Another link in the same tab begins again. */
export const TokenAction = (props: TokenActionProps) => (
  <AskedToken key={`${props.path} ${props.token}`} {...props} />
);

function AskedToken({ path, token, asked, done, usedUp }: TokenActionProps) {
  'use memo';
  const t = useTexts('newsletter');
  const [outcome, setOutcome] = useState<'asked' | 'sending' | 'done' | { error: unknown }>('asked');
  const send = () => {
    setOutcome('sending');
    withRetries(() => request(path, { method: 'POST', body: { token } })).then(
      () => setOutcome('done'),
      (error: unknown) => setOutcome({ error }),
    );
  };
  if (outcome === 'done') return <ActionCard {...done} />;
  if (outcome === 'asked' || outcome === 'sending') {
    const { button, ...texts } = asked;
    const press = (
      <Button busy={outcome === 'sending'} onClick={send}>
        {button}
      </Button>
    );
    return <ActionCard {...texts} actions={press} needsScript />;
  }
  const { error } = outcome;
  if (isApiError(error) && error.code === 'invalid_request') return <ActionCard {...usedUp} />;
  return (
    <ActionCard
      title={t('mailLink.failed')}
      text={readableError(error, t('error.unexpected'))}
      actions={<Button onClick={send}>{t('ui.retry')}</Button>}
    />
  );
}

function NeedsScript() {
  const t = useTexts('newsletter');
  return <p className="mt-6">{t('mailLink.needsScript')}</p>;
}

interface ActionCardProps extends ActionState {
  /** Whether its actions do nothing without JavaScript. */
  needsScript?: boolean;
}

export const ActionCard = ({ title, text, actions, needsScript = false }: ActionCardProps) => (
  <Card>
    <div role="status">
      <h1 className="poster-title text-30 leading-9 text-balance sm:text-36 sm:leading-10">{title}</h1>
      <p className="mt-3 mb-6 text-17 leading-6 text-quiet">{text}</p>
    </div>
    {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
    {needsScript ? (
      <noscript>
        <NeedsScript />
      </noscript>
    ) : null}
  </Card>
);

/**
 * Fills the screen below the header, so that a result that is taller than what was there before does not move the
 * footer.
 */
export const Card = ({ children }: { children: ReactNode }) => (
  <ScenePage className="flex min-h-(--page-height) flex-col items-center px-4 pt-16 pb-24">
    <section className="bites-top w-full max-w-[520px] rounded-b-panel bg-panel px-5 pt-10 pb-8 sm:px-8">
      {children}
    </section>
  </ScenePage>
);
