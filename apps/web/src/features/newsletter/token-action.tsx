/** Where a mailed link leads: its token is sent immediately, and the page shows the result. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError, readableError } from '../../shared/api/api-error.ts';
import { request } from '../../shared/api/request.ts';
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

export function TokenAction({ path, token, working, done, usedUp }: TokenActionProps) {
  const t = useT();
  // A query rather than a mutation: shown twice, it is still sent once.
  const { isSuccess, error, refetch, isFetching } = useQuery({
    queryKey: ['mail-link', path, token],
    queryFn: async () => {
      await request(path, { method: 'POST', body: { token } });
      return true;
    },
    staleTime: Infinity,
  });
  if (isSuccess) return <ActionCard {...done} />;
  if (error === null || isFetching) return <Working label={working} />;
  if (isApiError(error) && error.code === 'invalid_request') return <ActionCard {...usedUp} />;
  return (
    <ActionCard
      title={t('mailLink.failed')}
      text={readableError(error, t('error.unexpected'))}
      actions={<Button onClick={() => void refetch()}>{t('ui.retry')}</Button>}
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
  <ScenePage className="flex min-h-[calc(100svh-4.5rem)] flex-col items-center px-4 pt-16 pb-24">
    <section className="bites-top w-full max-w-[520px] rounded-b-panel bg-panel px-5 pt-10 pb-8 sm:px-8">
      {children}
    </section>
  </ScenePage>
);
