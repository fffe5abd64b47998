/** A push service with one browser: an HTTPS server that decrypts what it is sent, as the browser would (RFC 8291). */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '@fairground/contract/notices';

/** A certificate for localhost, and its key. */
export const testCertificate = readFileSync(new URL('fixtures/push-service.pem', import.meta.url), 'utf8');

export const startPushService = async () => {
  const browser = createECDH('prime256v1');
  const publicKey = browser.generateKeys();
  const auth = randomBytes(16);
  const received: { headers: IncomingHttpHeaders; message: PushMessage }[] = [];
  let answer: number | 'silent' = 201;

  const decrypt = (body: Buffer): string => {
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const serverKey = body.subarray(21, 21 + idLength);
    const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey]);
    const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(serverKey), auth, keyInfo, 32));
    const derive = (info: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(info), length));
    const sealed = body.subarray(21 + idLength);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive('Content-Encoding: aes128gcm\0', 16),
      derive('Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last record ends with a 2 and zeros.
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  };

  const server = createServer({ key: testCertificate, cert: testCertificate }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (answer === 'silent') return;
      if (answer < 300) {
        const message = JSON.parse(decrypt(Buffer.concat(pieces))) as PushMessage;
        received.push({ headers: request.headers, message });
      }
      response.writeHead(answer, { location: 'https://127.0.0.1:1/elsewhere' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `https://localhost:${(server.address() as AddressInfo).port}/push/${randomBytes(8).toString('hex')}`,
    /** What the browser's `PushSubscription.toJSON` contains. */
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } satisfies {
      p256dh: string;
      auth: string;
    },
    received,
    /** The status of the answers that follow; `silent` gives none. */
    answer(status: number | 'silent') {
      answer = status;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** The claims of a VAPID header, where its signature is right. */
export const readVapid = (header: string): { claims: Record<string, unknown>; publicKey: string } => {
  const { t: token = '', k: publicKey = '' } = Object.fromEntries(
    header
      .replace(/^vapid /, '')
      .split(/, */)
      .map((part) => part.split('=', 2) as [string, string]),
  ) as { t?: string; k?: string };
  const [head = '', claims = '', signature = ''] = token.split('.');
  const raw = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    },
  });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the signature is not right');
  return {
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>,
    publicKey,
  };
};
