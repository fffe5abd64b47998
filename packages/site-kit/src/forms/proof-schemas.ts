/** What is sent by a form that asks for nothing but the password; loaded when it is sent. */
import { currentPassword } from '@fairground/contract/reauthentication';
import * as z from 'zod/mini';

export const passwordOnly = z.strictObject({ password: currentPassword });
