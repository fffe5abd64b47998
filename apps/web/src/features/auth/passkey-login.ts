/** Signing in with a passkey, loaded when it is asked for. */
import { startAuthentication } from '@simplewebauthn/browser';
import * as z from 'zod/mini';
import { ApiError } from '@fairground/site-kit/api/api-error.ts';
import { forgetPasskey } from '@fairground/site-kit/ui/forget-passkey.ts';
import { loginWithPasskey } from '@fairground/site-kit/session/session.ts';
import { request } from '@fairground/site-kit/api/request.ts';

/** False where the player closed the browser's dialog, or has no passkey of this site. */
export async function signInWithPasskey(): Promise<boolean> {
  const optionsJSON = await request('/auth/passkey/options', { method: 'POST', answer: z.looseObject({}) });
  let response: { id: string };
  try {
    response = await startAuthentication({ optionsJSON: optionsJSON as never });
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return false;
  }
  try {
    await loginWithPasskey(response);
  } catch (error) {
    const isUnknown =
      error instanceof ApiError && error.errors.some(({ reason }) => reason === 'passkey_unknown');
    if (isUnknown) await forgetPasskey(response.id);
    throw error;
  }
  return true;
}
