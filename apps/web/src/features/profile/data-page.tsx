/** /profile/data: what others and programs get to see of the player, a copy of everything, and closing the account. */
import type { ReactNode } from 'react';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { TitlePanel } from '@fairground/site-kit/ui/panel.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { VisibilitySwitch } from './visibility-switch.tsx';
import { useTexts } from '../../texts.ts';

/** `children` are the panels of other features. */
export function DataPage({ children }: { children: ReactNode }) {
  const t = useTexts('profile');
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
