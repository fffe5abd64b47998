/** What the browser and its device do with passkeys. The library is loaded with the first use. */
import { CallError, post } from './call.ts';

/** What a passkey of this device signed for a sign-in. */
export const signWithPasskey = async (): Promise<object> => {
  const optionsJSON = await post('/sign-in/passkey');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: optionsJSON as never }).catch(() => {
    throw new CallError(0, 'No passkey was used.');
  });
};

export const addPasskey = async ({
  name,
  ...proof
}: {
  name: string;
  password: string;
  code: string;
}): Promise<void> => {
  const optionsJSON = await post('/passkeys/options', proof);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: optionsJSON as never }).catch(() => {
    throw new CallError(0, 'No passkey was created.');
  });
  await post('/passkeys', { name, response });
};
