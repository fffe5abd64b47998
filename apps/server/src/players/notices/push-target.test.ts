/** Push messages go to public addresses only, whatever a browser claims its push service is. */
import { expect, it } from 'vitest';
import { isPublicAddress, isPublicEndpoint, lookupPublic } from './push-target.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://8.8.8.8/x',
  'https://[2a00:1450:4001:81b::200e]/x',
])('accepts %s', (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(true));

it.each([
  '',
  'no address',
  'http://push.example.org/x',
  'ftp://push.example.org/x',
  'https://push.example.org:8443/x',
  'https://user:secret@push.example.org/x',
  'https://localhost/x',
  'https://site.localhost/x',
  'https://printer.local/x',
  'https://metadata.google.internal/x',
  'https://intranet/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://10.1.2.3/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[fe80::1]/x',
  'https://[fd00::1]/x',
  'https://[64:ff9b::7f00:1]/x',
  'https://[2002:7f00:1::]/x',
])('refuses %s', (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(false));

it.each([
  '0.0.0.0',
  '100.64.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'no',
])('does not take %s for public', (address) => expect(isPublicAddress(address)).toBe(false));

const resolveName = (hostname: string, all: boolean) =>
  new Promise<{ error: Error | null; found: unknown }>((resolve) => {
    lookupPublic(hostname, { all }, (error, found) => resolve({ error, found }));
  });

it('refuses a name that leads to a private address when it connects', async () => {
  for (const all of [true, false]) {
    expect((await resolveName('localhost', all)).error?.name).toBe('PrivateAddressError');
  }
});

it('connects to the address that was checked', async () => {
  expect(await resolveName('8.8.8.8', false)).toEqual({ error: null, found: '8.8.8.8' });
  expect(await resolveName('8.8.8.8', true)).toEqual({
    error: null,
    found: [{ address: '8.8.8.8', family: 4 }],
  });
});
