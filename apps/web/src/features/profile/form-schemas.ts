/** What the forms of this folder may send, by the contract; loaded when one is sent. */
import {
  beginAuthenticatorBody,
  codeProofBody,
  confirmAuthenticatorBody,
} from '@fairground/contract/second-factors';
import { emailChangeBody } from '@fairground/contract/email-change';
import { userUpdateBody } from '@fairground/contract/user';
import * as z from 'zod/mini';
import { isConfirmed, newPassword } from '../../shared/forms/new-password.ts';

export {
  beginAuthenticatorBody as factorPasswordForm,
  codeProofBody as factorProofForm,
  confirmAuthenticatorBody as factorCodeForm,
};

export const emailForm = z.required(emailChangeBody);

export const usernameForm = z.required(z.pick(userUpdateBody, { username: true }));

/** The current password is asked for where the sign-in is not recent. */
export const passwordForm = z
  .strictObject({
    currentPassword: userUpdateBody.shape.currentPassword,
    newPassword,
    confirm: z.string(),
  })
  .check(isConfirmed);
