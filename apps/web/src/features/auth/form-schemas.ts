/** What the forms of this folder may send, by the contract; loaded when one is sent. */
import { registerBody } from '@fairground/contract/auth';
import { secondStepBody } from '@fairground/contract/second-factors';
import * as z from 'zod/mini';
import { isConfirmedOnceLong, newPassword } from '@fairground/site-kit/forms/new-password.ts';

export { forgotPasswordBody as forgotForm, loginBody as loginForm } from '@fairground/contract/auth';

export const secondStepForm = z.pick(secondStepBody, { code: true });

export const registerForm = z.extend(registerBody, { password: newPassword });

export const resetForm = z.strictObject({ newPassword, confirm: z.string() }).check(isConfirmedOnceLong);
