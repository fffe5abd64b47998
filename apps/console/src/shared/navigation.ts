/**
 * The pages that are linked, and the roles that each is for. The server decides: this only shows what it would answer.
 */
import type { StaffRole } from '@fairground/contract/console/staff';

/** The path of the link that the site prints while the console has no account. */
export const firstAccountPath = '/first-account';

interface LinkedPage {
  path: string;
  label: string;
  roles: readonly StaffRole[];
}

const linkedPages: readonly LinkedPage[] = [
  { path: '/now', label: 'Now', roles: ['operator'] },
  { path: '/games', label: 'Games', roles: ['operator'] },
  { path: '/players', label: 'Players', roles: ['support', 'operator'] },
  { path: '/requests', label: 'Requests', roles: ['support', 'operator'] },
  { path: '/contact', label: 'Contact', roles: ['support', 'operator'] },
  { path: '/invitations', label: 'Invitations', roles: ['operator'] },
  { path: '/newsletter', label: 'Newsletter', roles: ['operator'] },
  { path: '/log', label: 'Log', roles: ['operator'] },
];

export const pagesOf = (role: StaffRole): readonly LinkedPage[] =>
  linkedPages.filter(({ roles }) => roles.includes(role));
