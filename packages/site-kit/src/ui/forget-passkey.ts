/**
 * Lets the device forget a passkey that the site does not know any more, so that it is offered at no further
 * sign-in.
 */
interface SignalingCredentials {
  signalUnknownCredential?: (given: { rpId: string; credentialId: string }) => Promise<void>;
}

/** Does nothing in a browser that cannot pass it on. */
export const forgetPasskey = async (credentialId: string): Promise<void> => {
  const credentials = (globalThis as { PublicKeyCredential?: SignalingCredentials }).PublicKeyCredential;
  // A device that keeps its passkey takes nothing from the player.
  await credentials
    ?.signalUnknownCredential?.({ rpId: location.hostname, credentialId })
    .catch(() => undefined);
};
