/** /clubs: the clubs that a player belongs to, and a form that makes one. */
import ChevronRight from '@fairground/site-kit/icons/chevron-right';
import { maxClubs, type Club } from '@fairground/contract/clubs';
import { pennantInk, useClubs } from '@fairground/game-kit/web/clubs';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { Link, useNavigate } from '@fairground/site-kit/router/router.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Panel, TitlePanel } from '@fairground/site-kit/ui/panel.tsx';
import { Pennant } from '@fairground/site-kit/ui/pennant.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { clubPath, makeClub } from './calls.ts';
import { NameForm } from './name-form.tsx';
import { NoticesSwitch } from './notices-switch.tsx';
import { useTexts } from '../../texts.ts';

export function ClubsPage() {
  'use memo';
  const t = useTexts('clubs');
  const navigate = useNavigate();
  const { data: clubs, error, refetch } = useClubs();
  return (
    <ScenePage className="min-h-(--page-height) px-2 pt-16 pb-24 sm:px-4">
      <div className="mx-auto grid max-w-page grid-cols-1 gap-5">
        <TitlePanel title={t('clubs.title')} lead={t('clubs.lead')}>
          {clubs !== undefined ? (
            <Clubs clubs={clubs} />
          ) : error === null ? (
            <Skeleton className="h-18 w-full" />
          ) : (
            <LoadFailed text={readableError(error, t('clubs.failed'))} retry={refetch} />
          )}
        </TitlePanel>
        <Panel title={t('clubs.make')}>
          {(clubs?.length ?? 0) >= maxClubs ? (
            <p>{t('clubs.most', { n: maxClubs })}</p>
          ) : (
            <NameForm
              button={t('clubs.make')}
              send={async (body) => navigate(clubPath((await makeClub(body)).id))}
            />
          )}
        </Panel>
      </div>
    </ScenePage>
  );
}

function Clubs({ clubs }: { clubs: readonly Club[] }) {
  const t = useTexts('clubs');
  if (clubs.length === 0) return <p className="min-h-18">{t('clubs.none')}</p>;
  return (
    <>
      <ul className="grid gap-2">
        {clubs.map(({ id, name, memberCount, role }) => (
          <li key={id}>
            <Link
              to={clubPath(id)}
              className="flex min-h-18 items-center gap-4 rounded-control bg-raised px-4 py-3 hover:text-coin"
            >
              <Pennant ink={pennantInk(id)} className="size-10" />
              <span className="min-w-0 grow">
                <span className="block text-17 leading-6 font-bold wrap-anywhere">{name}</span>
                <span className="block text-14 leading-5 text-quiet">
                  <span>{t('clubs.members', { n: memberCount })}</span>
                  {role === 'owner' && <span>{` · ${t('clubs.owner')}`}</span>}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-quiet" />
            </Link>
          </li>
        ))}
      </ul>
      <NoticesSwitch />
    </>
  );
}
