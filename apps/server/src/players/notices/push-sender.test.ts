import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createPushSender } from './push-sender.ts';

const keyPair = () => {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  // Numbers are written without leading zeros.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32);
  return { publicKey: curve.getPublicKey(), privateKey };
};

it('ends a call that a push service does not answer, and says so', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { publicKey, privateKey } = keyPair();
  const sender = createPushSender({
    key: () => ({
      publicKey: publicKey.toString('base64url'),
      privateKey: privateKey.toString('base64url'),
    }),
    contact: () => 'https://fair.example.org',
    allowsPrivate: true,
    timeoutMs: 50,
  });
  const endpoint = `https://localhost:${(server.address() as AddressInfo).port}/push`;
  const target = { endpoint, p256dh: keyPair().publicKey, auth: randomBytes(16) };
  const result = await sender.send(target, {
    web_push: 8030,
    notification: {
      title: 't',
      body: 'b',
      lang: 'en',
      tag: 'x',
      icon: 'https://fair.example.org/icon.png',
      navigate: 'https://fair.example.org/',
      actions: [],
      data: { stop: 'k' },
    },
  });
  expect(result).toMatchObject({ state: 'failed', hasTimedOut: true });
  server.close();
});
