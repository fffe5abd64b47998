/** In place of the form, for visitors who may not register. */
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { useTexts } from '../../texts.ts';

/** What to do on a site that is not open to this visitor. */
export function NoForm({ isClosed, isUnknown }: { isClosed: boolean; isUnknown: boolean }) {
  const t = useTexts('no-form');
  const hydrated = useHydrated();
  return (
    <div className={hydrated ? 'grid gap-3' : 'invitation-only grid gap-3'}>
      <p role="status" className="font-bold">
        {t(isClosed ? 'auth.closed' : isUnknown ? 'auth.invitationUnknown' : 'auth.invitationOnly')}
      </p>
      {isClosed ? null : <p>{t(isUnknown ? 'auth.invitationUnknownText' : 'auth.invitationOnlyText')}</p>}
    </div>
  );
}
