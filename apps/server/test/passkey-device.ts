/** A device with passkeys, in software: what a browser and its authenticator answer to WebAuthn's options. */
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

export interface PasskeyOptions {
  challenge: string;
  /** Given where a passkey is registered. */
  rp?: { id: string };
  /** Given where a player signs in. */
  rpId?: string;
}

export interface PasskeyDevice {
  /** The page that asks; its host is what the passkey is for. */
  origin: string;
  /** What the next signature counts from; it grows by one with each. */
  counter: number;
  /** Whether the device checks its owner. */
  verifiesUser: boolean;
  /** Whether its passkeys are backed up, and so may be on other devices too. */
  isShared: boolean;
  create(options: PasskeyOptions): object;
  sign(options: PasskeyOptions): object;
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR of what is needed here. */
const cborHead = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.of((major << 5) | length);
  return length < 256
    ? Buffer.of((major << 5) | 24, length)
    : Buffer.of((major << 5) | 25, length >> 8, length & 255);
};
const cborInt = (value: number): Buffer => (value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value));
const cborBytes = (value: Buffer): Buffer => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string): Buffer => Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

/** ES256 on P-256, as COSE has it. */
const coseKey = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
};

const flags = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, hasCredential: 64 };

export const createPasskeyDevice = (origin: string): PasskeyDevice => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);

  const device: PasskeyDevice = {
    origin,
    counter: 0,
    verifiesUser: true,
    isShared: false,
    create(options) {
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.of(0, credentialId.length),
        credentialId,
        coseKey(publicKey),
      ]);
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(Buffer.concat([head(options, flags.hasCredential), credential]))],
      ]);
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', options)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      });
    },
    sign(options) {
      device.counter += 1;
      const authenticatorData = head(options, 0);
      const data = clientData('webauthn.get', options);
      const signer = createSign('SHA256').update(Buffer.concat([authenticatorData, sha256(data)]));
      return answer({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signer.sign(privateKey)),
      });
    },
  };

  const clientData = (type: string, { challenge }: PasskeyOptions): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: device.origin, crossOrigin: false }));

  const head = ({ rp, rpId }: PasskeyOptions, more: number): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(device.counter);
    const verified = device.verifiesUser ? flags.userVerified : 0;
    const shared = device.isShared ? flags.backupEligible | flags.backedUp : 0;
    const set = flags.userPresent | verified | shared | more;
    return Buffer.concat([sha256(rp?.id ?? rpId ?? ''), Buffer.of(set), counter]);
  };

  const answer = (response: object): object => ({
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return device;
};
