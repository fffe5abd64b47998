/** WebAuthn for one site, for players and the staff: what browsers are asked, and whether their answers are right. */
import type { PasskeyAnswer, PasskeyInfo } from '@fairground/contract/passkeys';
import type { Entropy } from '../../platform/entropy.ts';
import type { Log } from '../../platform/logger.ts';

export interface WebAuthnDeps {
  entropy: Entropy;
  log: Pick<Log, 'debug' | 'warn'>;
  /** The public address without a final slash. */
  siteUrl: () => string;
  /** Origins whose pages may use passkeys. */
  allowedOrigins: () => ReadonlySet<string>;
}

/** A passkey that was created. */
export interface NewPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: bigint;
  transports: string[];
}

export interface AllowedPasskey {
  credential_id: Buffer;
  transports: string[];
}

export interface WebAuthn {
  /** What a browser creates a passkey with. */
  registrationOptions(given: {
    challenge: Buffer;
    userName: string;
    userId: string;
    /** Ids of the account's passkeys: a device that has one of them creates no other. */
    present: readonly Buffer[];
  }): Promise<object>;
  /** What a browser asks a passkey to sign: one of `allowed`, or any of the site where that is left out. */
  authenticationOptions(challenge: Buffer, allowed?: readonly AllowedPasskey[]): Promise<object>;
  /** Undefined where the answer is not right. `challenge` is what was taken for it. */
  verifyRegistration(response: PasskeyAnswer, challenge: Buffer): Promise<NewPasskey | undefined>;
  /** Undefined where the answer is not right, or the counter did not grow and the passkey is on one device. */
  verifyAuthentication(
    response: PasskeyAnswer,
    challenge: Buffer,
    passkey: { public_key: Buffer; sign_count: bigint },
  ): Promise<PasskeyUse | undefined>;
}

export interface PasskeyUse {
  signCount: bigint;
  /** Several devices may have it, each with a counter of its own: then one that does not grow is no sign of a copy. */
  isShared: boolean;
}

/** Where challenges wait for their answer. `Owner` is who one belongs to; null is a sign-in. */
export interface ChallengeStore<Owner> {
  insert(row: { challenge: Buffer; owner: Owner; lastsSeconds: number }): Promise<unknown>;
  /** Deletes it; undefined where that owner has no such challenge, or it is over. */
  take(row: { challenge: Buffer; owner: Owner }): Promise<object | undefined>;
}

/** Challenges, each of which is answered once. */
export interface Challenges<Owner> {
  create(owner: Owner): Promise<Buffer>;
  /** Uses the challenge up that the answer claims to be of; undefined where it is not one of that owner. */
  take(response: PasskeyAnswer, owner: Owner): Promise<Buffer | undefined>;
}

/** How long a browser has to answer. */
const challengeSeconds = 5 * 60;
const challengeBytes = 32;

/**
 * Named here, since the library would name those of the Node that it runs on: EdDSA, ES256 and RS256, which
 * every Node verifies.
 */
const algorithms = [-8, -7, -257];

/** Loaded with the first passkey: with what it needs it is a sixth of all modules. */
const library = () => import('@simplewebauthn/server');

export const createWebAuthn = ({ log, siteUrl, allowedOrigins }: WebAuthnDeps): WebAuthn => {
  const rpID = (): string => new URL(siteUrl()).hostname;
  const expected = (challenge: Buffer) => ({
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: [...allowedOrigins()],
    expectedRPID: rpID(),
    requireUserVerification: true,
  });

  /** The library throws at whatever it cannot accept. */
  const verified = async <Value extends { verified: boolean }>(
    verify: () => Promise<Value>,
  ): Promise<Value | undefined> => {
    try {
      const value = await verify();
      return value.verified ? value : undefined;
    } catch (error) {
      log.debug({ err: error }, 'a passkey was not accepted');
      return undefined;
    }
  };

  return {
    registrationOptions: async ({ challenge, userName, userId, present }) =>
      (await library()).generateRegistrationOptions({
        rpName: 'Fairground',
        rpID: rpID(),
        userName,
        userID: Uint8Array.from(Buffer.from(userId)),
        challenge: Uint8Array.from(challenge),
        excludeCredentials: present.map((id) => ({ id: id.toString('base64url') })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
        timeout: challengeSeconds * 1000,
      }),

    authenticationOptions: async (challenge, allowed) =>
      (await library()).generateAuthenticationOptions({
        rpID: rpID(),
        ...(allowed && {
          allowCredentials: allowed.map(({ credential_id: id, transports }) => ({
            id: id.toString('base64url'),
            transports: transports as never,
          })),
        }),
        challenge: Uint8Array.from(challenge),
        userVerification: 'required',
        timeout: challengeSeconds * 1000,
      }),

    async verifyRegistration(response, challenge) {
      const registration = await verified(async () =>
        (await library()).verifyRegistrationResponse({
          response: response as never,
          ...expected(challenge),
          supportedAlgorithmIDs: algorithms,
        }),
      );
      if (registration?.verified !== true) return undefined;
      const { credential } = registration.registrationInfo;
      return {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        signCount: BigInt(credential.counter),
        transports: credential.transports ?? [],
      };
    },

    async verifyAuthentication(response, challenge, { public_key: publicKey, sign_count: signCount }) {
      const authentication = await verified(async () =>
        (await library()).verifyAuthenticationResponse({
          response: response as never,
          ...expected(challenge),
          credential: {
            id: response.id,
            publicKey: Uint8Array.from(publicKey),
            // It is judged below: the library refuses those of shared passkeys too.
            counter: 0,
          },
        }),
      );
      if (!authentication) return undefined;
      const { newCounter, credentialDeviceType } = authentication.authenticationInfo;
      const isShared = credentialDeviceType === 'multiDevice';
      const grows = BigInt(newCounter) > signCount || (newCounter === 0 && signCount === 0n);
      if (!grows) {
        log.warn(
          { isShared, stored: String(signCount), newCounter },
          'the counter of a passkey did not grow',
        );
        if (!isShared) return undefined;
      }
      return { signCount: BigInt(newCounter), isShared };
    },
  };
};

export const createChallenges = <Owner>(
  entropy: Entropy,
  { insert, take }: ChallengeStore<Owner>,
): Challenges<Owner> => ({
  async create(owner) {
    const challenge = Buffer.from(entropy.randomBytes(challengeBytes));
    await insert({ challenge, owner, lastsSeconds: challengeSeconds });
    return challenge;
  },
  async take(response, owner) {
    const challenge = readChallenge(response);
    return challenge && (await take({ challenge, owner })) && challenge;
  },
});

/** What its owner sees of a stored passkey. */
export const toPasskeyInfo = (row: {
  id: bigint;
  credential_id: Buffer;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}): PasskeyInfo => ({
  id: String(row.id),
  credentialId: row.credential_id.toString('base64url'),
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** The challenge in what the browser says that was signed; the signature shows later whether it is. */
const readChallenge = ({ response }: PasskeyAnswer): Buffer | undefined => {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const challenge =
      typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : undefined;
    if (typeof challenge !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) return undefined;
    return Buffer.from(challenge, 'base64url');
  } catch {
    return undefined;
  }
};
