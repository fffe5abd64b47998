import { expect, it } from 'vitest';
import { dailyStakeForm } from '../limits/form-schemas.ts';
import { passwordByPasskeyForm, passwordForm, usernameForm } from '../profile/form-schemas.ts';
import { forgotForm, loginForm, registerForm, resetForm } from './form-schemas.ts';

interface Checkable {
  safeParse(input: unknown): { success: boolean; error?: { issues: { path: PropertyKey[] }[] } | undefined };
}

/** The fields that are refused, in the order in which they are reported. */
const refused = (form: Checkable, values: object): PropertyKey[] => {
  const { error } = form.safeParse(values);
  return [...new Set(error?.issues.map(({ path }) => path.join('.')))];
};

const registration = { username: 'fair_ann', email: 'ann@example.org', password: 'a meadow', adult: true };

it('a registration is what the contract takes, with a password of eight characters', () => {
  expect(refused(registerForm, registration)).toEqual([]);
  expect(refused(registerForm, { username: 'a', email: 'ann@', password: 'seven77', adult: false })).toEqual([
    'username',
    'email',
    'password',
    'adult',
  ]);
  expect(refused(registerForm, { ...registration, password: '🎡🎡🎡🎡' }), 'four characters').toEqual([
    'password',
  ]);
});

it('a login needs both fields, and a mail an address', () => {
  expect(refused(loginForm, { identifier: '', password: '' })).toEqual(['identifier', 'password']);
  expect(refused(forgotForm, { email: 'ann' })).toEqual(['email']);
});

it('a new password is entered twice; by mail, one that is too short is reported alone', () => {
  const short = { newPassword: 'short', confirm: 'other' };
  expect(refused(resetForm, short)).toEqual(['newPassword']);
  expect(refused(passwordForm, short)).toEqual(['newPassword', 'confirm']);
  expect(refused(resetForm, { newPassword: 'long enough', confirm: 'long enouhg' })).toEqual(['confirm']);
  const matching = { newPassword: 'long enough', confirm: 'long enough' };
  expect(refused(passwordForm, matching)).toEqual([]);
  expect(refused(passwordForm, { ...matching, currentPassword: '' })).toEqual(['currentPassword']);
  expect(refused(passwordByPasskeyForm, { ...matching, currentPassword: '' })).toEqual([]);
  expect(refused(passwordByPasskeyForm, { ...short, currentPassword: '' })).toEqual([
    'newPassword',
    'confirm',
  ]);
});

it('a name is by the rule for names, and a limit is whole coins', () => {
  expect(refused(usernameForm, { username: 'no spaces' })).toEqual(['username']);
  for (const dailyStake of [null, Number.NaN, 1.5, -1, 1_000_000_001])
    expect(refused(dailyStakeForm, { dailyStake }), String(dailyStake)).toEqual(['dailyStake']);
  expect(refused(dailyStakeForm, { dailyStake: 0 })).toEqual([]);
});
