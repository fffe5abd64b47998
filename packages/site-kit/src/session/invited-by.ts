/**
 * The invitation that this tab was opened with, for whichever way to an account its visitor takes, now or
 * after a look around.
 */
import { createNote, tabStorage } from '../store/note.ts';

const names = ['ref', 'invitation', 'club'] as const;

export interface InvitationCode {
  /** Whether a player gave it, for the site or for a club, or the operator made it. */
  name: (typeof names)[number];
  code: string;
}

const parse = (stored: string): InvitationCode | null => {
  const { name, code } = JSON.parse(stored) as Partial<InvitationCode>;
  return name !== undefined && names.includes(name) && typeof code === 'string' ? { name, code } : null;
};

export const invitedBy = createNote<InvitationCode>('invited-by', parse, tabStorage);

/** What a guest's calls send: only players invite guests. */
export const givenRef = (): { ref?: string } => {
  const invitation = invitedBy.read();
  return invitation?.name === 'ref' ? { ref: invitation.code } : {};
};

/** The club that a new account joins at once. */
export const givenClub = (): { club?: string } => {
  const invitation = invitedBy.read();
  return invitation?.name === 'club' ? { club: invitation.code } : {};
};
