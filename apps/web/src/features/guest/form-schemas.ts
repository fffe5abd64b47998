/** What the form of this folder may send, by the contract; loaded when it is sent. */
import { keepBody } from '@fairground/contract/auth';
import * as z from 'zod/mini';
import { newPassword } from '@fairground/site-kit/forms/new-password.ts';

export const keepForm = z.extend(keepBody, { password: newPassword });
