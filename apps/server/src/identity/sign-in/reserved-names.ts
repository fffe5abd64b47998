/**
 * Names that would be taken for the site's own, or for somebody who speaks for it. Refused like a name that is taken.
 */
import { refuse, type Refusal } from '@fairground/contract/errors';

const reserved = new Set([
  'admin',
  'administrator',
  'administration',
  'console',
  'customerservice',
  'customersupport',
  'helpdesk',
  'moderator',
  'null',
  'official',
  'operator',
  'postmaster',
  'root',
  'security',
  'staff',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'undefined',
  'webmaster',
]);

/** Letters that figures are read as. */
const readAs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

export const refuseReservedName = (): Refusal =>
  refuse('already_taken', { detail: 'That name is reserved.', path: 'username', reason: 'name_reserved' });

/** Whatever its case, with underscores or with figures for letters or at its end: `Admin_1`, `supp0rt`. */
export const isReservedName = (username: string): boolean => {
  const letters = username.toLowerCase().replaceAll('_', '');
  const forms = [letters, letters.replace(/\d+$/, '')].flatMap((form) => [
    form,
    form.replaceAll(/[013457]/g, (figure) => readAs[figure] ?? figure),
  ]);
  return forms.some(
    (form) => reserved.has(form) || form.includes('fairground') || /^closed[\da-f]{12}$/.test(form),
  );
};

export const refuseTakenName = (): Refusal =>
  refuse('already_taken', {
    detail: 'That name is already taken.',
    path: 'username',
    reason: 'name_taken',
  });

export const refuseTakenEmail = (): Refusal =>
  refuse('already_taken', {
    detail: 'There is an account with this email address already.',
    path: 'email',
    reason: 'email_taken',
  });
