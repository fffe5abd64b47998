/**
 * Two processes that listen on one port: the kernel shares the connections out, and the rest
 * takes those of one that ends.
 */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../test/free-port.ts';
import { startTestSite, type TestSite } from '../../test/test-site.ts';
import {
  createValkeyServer,
  valkeyMissing,
  valkeyProgram,
  type ValkeyServer,
} from '../../test/valkey-server.ts';

if (valkeyProgram === undefined) console.info(valkeyMissing);

describe.runIf(valkeyProgram !== undefined)('two processes on one port', () => {
  let valkey: ValkeyServer;
  let port: number;
  const sites: TestSite[] = [];

  beforeAll(async () => {
    valkey = await createValkeyServer();
    valkey.start();
    port = await findFreePort();
    const env = { VALKEY_URL: valkey.url, REUSE_PORT: 'on', PORT: String(port) };
    const one = await startTestSite({ env });
    const two = await startTestSite({ env, beside: one });
    sites.push(one, two);
  });
  afterAll(async () => {
    for (const site of sites.toReversed()) await site.close();
    valkey?.remove();
  });

  /** On a connection of its own. */
  const call = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, path: '/api/health/live', agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      });
      sent.once('error', reject).end();
    });

  it('are both given connections, and the other one all when one has ended', async () => {
    const connections = [0, 0];
    sites.forEach(({ site }, index) =>
      site.app.server.on('connection', () => void (connections[index] = (connections[index] ?? 0) + 1)),
    );
    // All of a hundred connections at one process has a chance of 1 in 2^99.
    const statuses = await Promise.all(Array.from({ length: 100 }, call));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(connections.every((count) => count > 0)).toBe(true);
    expect(connections[0]! + connections[1]!).toBe(100);

    await sites.pop()?.close();
    const after = await Promise.all(Array.from({ length: 20 }, call));
    expect(new Set(after)).toEqual(new Set([200]));
    expect(connections[0]).toBeGreaterThan(20);
  });
});
