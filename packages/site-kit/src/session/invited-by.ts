/**
 * The invitation that this tab was opened with, for whichever way to an account its visitor takes, now or
 * after a look around.
 */
import { createNote, tabStorage } from '../store/note.ts';

export interface InvitationCode {
  /** Whether a player gave it or the operator made it. */
  name: 'ref' | 'invitation';
  code: string;
}

const parse = (stored: string): InvitationCode | null => {
  const { name, code } = JSON.parse(stored) as Partial<InvitationCode>;
  return (name === 'ref' || name === 'invitation') && typeof code === 'string' ? { name, code } : null;
};

export const invitedBy = createNote<InvitationCode>('invited-by', parse, tabStorage);

/** What a guest's calls send: only players invite guests. */
export const givenRef = (): { ref?: string } => {
  const invitation = invitedBy.read();
  return invitation?.name === 'ref' ? { ref: invitation.code } : {};
};
