/** What the forms of this folder may send, by the contract; loaded when one is sent. */
import { codeProofBody, confirmAuthenticatorBody } from '@fairground/contract/second-factors';
import { emailChangeBody } from '@fairground/contract/email-change';
import { currentPassword } from '@fairground/contract/reauthentication';
import { userUpdateBody } from '@fairground/contract/owner-calls';
import * as z from 'zod/mini';
import { isConfirmed, newPassword } from '@fairground/site-kit/forms/new-password.ts';

export { passwordOnly as factorPasswordForm } from '@fairground/site-kit/forms/proof-schemas.ts';
export { confirmAuthenticatorBody as factorCodeForm };

export const factorProofForm = z.strictObject({
  password: currentPassword,
  code: codeProofBody.shape.code,
});

export const emailForm = z.strictObject({ email: emailChangeBody.shape.email, password: currentPassword });

export const usernameForm = z.required(z.pick(userUpdateBody, { username: true }));

/** The current password is asked for where the sign-in is not recent. */
export const passwordForm = z
  .strictObject({
    currentPassword: userUpdateBody.shape.currentPassword,
    newPassword,
    confirm: z.string(),
  })
  .check(isConfirmed);

/** `passwordForm` where a passkey takes the place of the current password. */
export const passwordByPasskeyForm = z
  .strictObject({ currentPassword: z.optional(z.string()), newPassword, confirm: z.string() })
  .check(isConfirmed);
