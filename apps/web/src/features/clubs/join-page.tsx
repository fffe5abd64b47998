/** /join/{code}: a member's link. Shows the club and who invites; visitors may join as guests or with an account. */
import { clubInvitationAnswer, type ClubInvitation } from '@fairground/contract/clubs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useAction } from '@fairground/site-kit/api/use-action.ts';
import { MessagePage } from '@fairground/site-kit/art/message-page.tsx';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { GuestOffer } from '@fairground/site-kit/guest/guest-offer.tsx';
import { usePageTitle } from '@fairground/site-kit/page/page-title.ts';
import { useNavigate, useParams } from '@fairground/site-kit/router/router.tsx';
import { invitedBy } from '@fairground/site-kit/session/invited-by.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { createNote, tabStorage } from '@fairground/site-kit/store/note.ts';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { PageLoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Pennant } from '@fairground/site-kit/ui/pennant.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { useTexts } from '../../texts.ts';

/** The code that the visitor of this tab chose to join with, by signing in. A link alone joins nobody. */
const joining = createNote('joining-club', String, tabStorage);

/** Returns the path of the club. Visitors who only look load nothing of it. */
async function join(code: string): Promise<string> {
  joining.remove();
  const { clubPath, joinClub } = await import('./calls.ts');
  const { id } = await joinClub(code);
  invitedBy.remove();
  return clubPath(id);
}

export function JoinPage() {
  'use memo';
  const t = useTexts('join');
  const code = useParams()['code'] ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) =>
      request(`/clubs/join/${encodeURIComponent(code)}`, { answer: clubInvitationAnswer, signal }),
    staleTime: 30_000,
    retry: false,
  });
  usePageTitle(data === undefined ? undefined : `${data.name} – Fairground`);
  if (isApiError(error) && [400, 404].includes(error.status))
    return (
      <MessagePage title={t('join.dead')} text={t('join.deadText')}>
        <ButtonLink to="/" variant="secondary">
          {t('nav.home')}
        </ButtonLink>
      </MessagePage>
    );
  return (
    <ScenePage className="flex min-h-(--page-height) flex-col items-center px-4 pt-16 pb-24">
      <section className="bites-top grid w-full max-w-[520px] gap-4 rounded-b-panel bg-panel px-5 pt-10 pb-8 sm:px-8">
        {data !== undefined ? (
          <Invitation code={code} invitation={data} />
        ) : (
          <>
            <h1 className="poster-title text-30 leading-9 sm:text-36 sm:leading-10">{t('join.title')}</h1>
            {error === null ? (
              <Skeleton className="h-72 w-full" />
            ) : (
              <PageLoadFailed text={readableError(error, t('error.unexpected'))} retry={refetch} />
            )}
          </>
        )}
      </section>
    </ScenePage>
  );
}

function Invitation({ code, invitation }: { code: string; invitation: ClubInvitation }) {
  'use memo';
  const t = useTexts('join');
  const user = useUser();
  const navigate = useNavigate();
  const { run, isPending, error } = useAction(async (used: string) => {
    navigate(await join(used), { replace: true });
  });
  const isVisitor = user === null;
  // The HTML of a site that is not open to everybody says so.
  const opensAccounts =
    document.documentElement.dataset['registration'] === undefined || invitation.opensAccounts === true;
  // Whoever looks around first joins with the account that they open.
  useEffect(() => {
    if (isVisitor && opensAccounts) invitedBy.write({ name: 'club', code });
  }, [isVisitor, opensAccounts, code]);
  const joinIfChosen = useEffectEvent(() => {
    if (joining.read() === code) run(code);
  });
  useEffect(() => {
    if (!isVisitor) joinIfChosen();
  }, [isVisitor]);
  const { name, memberCount, invitedBy: by } = invitation;
  /** Back here, where whoever has signed in joins. */
  const account = {
    state: { from: `/join/${code}` },
    onClick: () => void joining.write(code),
    variant: 'secondary',
    size: 'large',
  } as const;
  return (
    <>
      <Pennant className="size-16 justify-self-center" />
      <div className="text-center">
        <p className="text-17 leading-6 text-quiet wrap-anywhere">{t('join.by', { name: by.username })}</p>
        <h1 className="poster-title text-30 leading-9 text-balance wrap-anywhere sm:text-36 sm:leading-10">
          {name}
        </h1>
        <p className="mt-2 text-17 leading-6 text-quiet">{t('join.members', { n: memberCount })}</p>
      </div>
      <p>{t('join.what')}</p>
      <p className="rounded-control bg-raised px-4 py-3">{t('join.shown')}</p>
      {error === null ? null : <FormFailure text={readableError(error, t('error.unexpected'))} />}
      {user === null ? (
        <div className="club-invitation grid gap-3">
          {opensAccounts ? (
            <>
              <div className="grid gap-2">
                <GuestOffer variant="primary" className="w-full" onSignedIn={() => run(code)} />
              </div>
              <ButtonLink to="/register" {...account}>
                {t('nav.signUp')}
              </ButtonLink>
            </>
          ) : (
            <p role="status">{t('join.playersOnly')}</p>
          )}
          <ButtonLink to="/login" {...account}>
            {t('nav.login')}
          </ButtonLink>
        </div>
      ) : (
        <Button size="large" busy={isPending} onClick={() => run(code)}>
          {t('join.join')}
        </Button>
      )}
    </>
  );
}
