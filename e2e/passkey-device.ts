/** The virtual authenticator of Chromium. */
import type { Page } from '@playwright/test';

/** A device with a lock that its owner opens. */
export const addDevice = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    countPasskeys: async () =>
      (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    refuse: (isRefused: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefused }),
  };
};
