/** Where a mailed link leads: its token is sent immediately, and the page shows the result. */
import { useEffect, useState, type ReactNode } from 'react';
import { isApiError, readableError } from '../../shared/api/api-error.ts';
import { request } from '../../shared/api/request.ts';
import { withRetries } from '../../shared/api/retry.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { ScenePage } from '../../shared/art/scene-page.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';

export interface ActionState {
  title: string;
  text: string;
  actions?: ReactNode;
}

interface TokenActionProps {
  path: '/newsletter/confirm' | '/newsletter/unsubscribe' | '/notices/unsubscribe' | '/auth/confirm-email';
  token: string;
  working: string;
  done: ActionState;
  usedUp: ActionState;
}

/** By path and token: a link that is shown twice is still sent once. */
const sent = new Map<string, Promise<void>>();

function sendOnce(path: TokenActionProps['path'], token: string): Promise<void> {
  const link = `${path} ${token}`;
  const sending =
    sent.get(link) ??
    withRetries(() => request(path, { method: 'POST', body: { token } })).catch((error: unknown) => {
      sent.delete(link);
      throw error;
    });
  sent.set(link, sending);
  return sending;
}

/** Another link in the same tab begins again. */
export const TokenAction = (props: TokenActionProps) => (
  <SentToken key={`${props.path} ${props.token}`} {...props} />
);

function SentToken({ path, token, working, done, usedUp }: TokenActionProps) {
  const t = useT();
  const [outcome, setOutcome] = useState<'working' | 'done' | { error: unknown }>('working');
  const [tries, setTries] = useState(1);
  useEffect(() => {
    let isShown = true;
    sendOnce(path, token).then(
      () => isShown && setOutcome('done'),
      (error: unknown) => isShown && setOutcome({ error }),
    );
    return () => {
      isShown = false;
    };
  }, [path, token, tries]);
  if (outcome === 'done') return <ActionCard {...done} />;
  if (outcome === 'working') return <Working label={working} />;
  const { error } = outcome;
  const tryAgain = () => {
    setOutcome('working');
    setTries(tries + 1);
  };
  if (isApiError(error) && error.code === 'invalid_request') return <ActionCard {...usedUp} />;
  return (
    <ActionCard
      title={t('mailLink.failed')}
      text={readableError(error, t('error.unexpected'))}
      actions={<Button onClick={tryAgain}>{t('ui.retry')}</Button>}
    />
  );
}

const Working = ({ label }: { label: string }) => (
  <Card>
    <Spinner label={label} />
    <noscript>
      <NeedsScript />
    </noscript>
  </Card>
);

function NeedsScript() {
  const t = useT();
  return <p className="pb-8 text-center">{t('mailLink.needsScript')}</p>;
}

export const ActionCard = ({ title, text, actions }: ActionState) => (
  <Card>
    <div role="status">
      <h1 className="poster-title text-30 leading-9 text-balance sm:text-36 sm:leading-10">{title}</h1>
      <p className="mt-3 mb-6 text-17 leading-6 text-quiet">{text}</p>
    </div>
    {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
  </Card>
);

/** Fills the screen below the header, so that a result that is taller than what was there before does not move the footer. */
export const Card = ({ children }: { children: ReactNode }) => (
  <ScenePage className="flex min-h-[calc(100svh-var(--header-height))] flex-col items-center px-4 pt-16 pb-24">
    <section className="bites-top w-full max-w-[520px] rounded-b-panel bg-panel px-5 pt-10 pb-8 sm:px-8">
      {children}
    </section>
  </ScenePage>
);
