/** What the form may send, by the contract; scope and days are chosen by buttons. Loaded when it is sent. */
import { currentPassword } from '@fairground/contract/reauthentication';
import { createTokenBody } from '@fairground/contract/owner-calls';
import * as z from 'zod/mini';

export const tokenForm = z.strictObject({
  name: createTokenBody.shape.name,
  password: currentPassword,
});
