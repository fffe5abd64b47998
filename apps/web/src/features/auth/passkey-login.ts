/** Signing in with a passkey, loaded when it is asked for. */
import { startAuthentication } from '@simplewebauthn/browser';
import * as z from 'zod/mini';
import { loginWithPasskey } from '@fairground/site-kit/session/session.ts';
import { request } from '@fairground/site-kit/api/request.ts';

/** False where the player closed the browser's dialog, or has no passkey of this site. */
export async function signInWithPasskey(): Promise<boolean> {
  const optionsJSON = await request('/auth/passkey/options', { method: 'POST', answer: z.looseObject({}) });
  let response: object;
  try {
    response = await startAuthentication({ optionsJSON: optionsJSON as never });
  } catch {
    return false;
  }
  await loginWithPasskey(response);
  return true;
}
