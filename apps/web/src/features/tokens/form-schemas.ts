/** What the form may send, by the contract; scope and days are chosen by buttons. Loaded when it is sent. */
import { createTokenBody } from '@fairground/contract/tokens';
import * as z from 'zod/mini';

export const tokenForm = z.required(z.pick(createTokenBody, { name: true, password: true }));
