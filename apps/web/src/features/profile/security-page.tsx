/** /profile/security: how a player logs in, and where they are signed in. */
import { useUser } from '@fairground/site-kit/session/session.ts';
import { Panel, TitlePanel } from '@fairground/site-kit/ui/panel.tsx';
import { ChangePassword } from './change-password.tsx';
import { KeepPanel } from './keep-panel.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactors } from './second-factors.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { useTexts } from '../../texts.ts';

export function SecurityPage() {
  const t = useTexts('profile');
  const user = useUser();
  const isGuest = user?.guest === true;
  return (
    <>
      <TitlePanel title={t('nav.security')} lead={t('profile.securityText')} />
      {isGuest ? (
        <KeepPanel />
      ) : (
        <>
          <Panel title={t('auth.password')}>
            <p className="mb-4 text-quiet">{t('profile.changePasswordText')}</p>
            <ChangePassword username={user?.username ?? ''} />
          </Panel>
          <SecondFactors />
          <Passkeys />
        </>
      )}
      <SessionsPanel isGuest={isGuest} />
    </>
  );
}
