/** Signing with a passkey in place of the password, loaded when it is asked for. */
import type { PasskeyAnswer } from '@fairground/contract/reauthentication';
import { startAuthentication } from '@simplewebauthn/browser';
import * as z from 'zod/mini';
import { request } from '../api/request.ts';
import { SendingCancelled } from './use-contract-form.ts';

/** Throws a `SendingCancelled` where the player closed the browser's dialog. */
export async function signConfirmation(): Promise<PasskeyAnswer> {
  const optionsJSON = await request('/user/passkeys/confirmation', {
    method: 'POST',
    answer: z.looseObject({}),
  });
  try {
    const signed: object = await startAuthentication({ optionsJSON: optionsJSON as never });
    return signed as PasskeyAnswer;
  } catch (error) {
    // Browsers do not distinguish a closed dialog from a device that did not recognize its owner.
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) {
      throw new SendingCancelled();
    }
    throw error;
  }
}

/** The form's schema with a password that is not sent and therefore not checked. */
export function withoutPassword<Values>(
  schema: z.ZodMiniType<Values, Values>,
): z.ZodMiniType<Values, Values> {
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('A form with a password has fields');
  return z.extend(schema, { password: z.any() }) as unknown as z.ZodMiniType<Values, Values>;
}
