/** Who somebody is, wired: accounts, guests, second factors, passkeys, email addresses, access tokens. */
import { emailChangeRoutes } from '../identity/email-change/routes.ts';
import { createEmailChangeService } from '../identity/email-change/service.ts';
import { guestsRoutes } from '../identity/guests/routes.ts';
import { createGuestsService } from '../identity/guests/service.ts';
import { createPasskeyConfirmations } from '../identity/second-factors/passkey-confirmations.ts';
import { passkeyRoutes } from '../identity/second-factors/passkey-routes.ts';
import { createPasskeysService } from '../identity/second-factors/passkeys.ts';
import { secondFactorsRoutes } from '../identity/second-factors/routes.ts';
import { createSecondFactorsService } from '../identity/second-factors/service.ts';
import { authRoutes } from '../identity/sign-in/routes.ts';
import { createAuthService } from '../identity/sign-in/service.ts';
import { tokensRoutes } from '../identity/tokens/routes.ts';
import { createBots, createTokensService } from '../identity/tokens/service.ts';
import { createClubDoor } from '../players/clubs/service.ts';
import type { Core } from './core.ts';
import type { SitePart } from './site-part.ts';

export type Identity = ReturnType<typeof wireIdentity>;

export const wireIdentity = (core: Core) => {
  const { settings, clock, siteUrl } = core;
  const { registration, signupCoins, guestsPerHour } = settings;
  const confirmations = createPasskeyConfirmations(core);
  const auth = createAuthService({
    ...core,
    verifyPasskey: confirmations.verify,
    now: clock.now,
    signupCoins,
    registration,
    clubs: createClubDoor({ ...core, bus: core.events }),
    clubInvites: settings.clubInvites,
  });
  const bots = createBots({ database: core.database, bus: core.events, userChanged: core.userChanged });
  const { reauthenticate, mails } = auth;
  const tokens = createTokensService({ ...core, reauthenticate, mails });
  const guests = createGuestsService({ ...core, auth, registration, guestsPerHour });
  const secondFactors = createSecondFactorsService({ ...core, auth, now: clock.now });
  const emailChange = createEmailChangeService({ ...core, auth });
  const passkeys = createPasskeysService({ ...core, auth });
  const parts: readonly SitePart[] = [
    { routes: authRoutes(auth, siteUrl), clean: auth.deleteExpired },
    { routes: guestsRoutes(guests, siteUrl) },
    { routes: emailChangeRoutes(emailChange), clean: emailChange.deleteExpired },
    { routes: secondFactorsRoutes(secondFactors, siteUrl) },
    {
      routes: passkeyRoutes(passkeys, confirmations, siteUrl),
      clean: async () => void (await Promise.all([passkeys.deleteExpired(), confirmations.deleteExpired()])),
    },
    { routes: tokensRoutes(tokens), load: bots.load, refresh: bots.load, clean: tokens.deleteExpired },
  ];
  return { auth, bots, tokens, parts };
};
