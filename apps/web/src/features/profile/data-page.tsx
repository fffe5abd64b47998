/** /profile/data: what others and programs get to see of the player, a copy of everything, and closing the account. */
import './page-texts.ts';
import type { ReactNode } from 'react';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { TitlePanel } from '@fairground/site-kit/ui/panel.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { VisibilitySwitch } from './visibility-switch.tsx';

/** `children` are the panels of other features. */
export function DataPage({ children }: { children: ReactNode }) {
  const t = useT();
  const user = useUser();
  return (
    <>
      <TitlePanel title={t('profile.data')} lead={t('profile.dataLead')}>
        <VisibilitySwitch playerId={user?.id ?? ''} />
      </TitlePanel>
      {children}
      <LeavePanel isGuest={user?.guest === true} />
    </>
  );
}
