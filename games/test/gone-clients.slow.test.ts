/** A call whose client gave up before the site read it places nothing: the client may have been told something else. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/harness.ts';
import { PlayerClient } from '../../apps/server/test/player-client.ts';
import { urlOf } from '../../apps/server/test/shared-postgres.ts';
import {
  makeDataDir,
  siteOfCalls,
  startSiteProcess,
  type RunningSite,
} from '../../apps/server/test/site-process.ts';

let test: TestDatabase;
let data: Awaited<ReturnType<typeof makeDataDir>>;
let site: RunningSite;
// For each test, so that a second try begins like the first one.
beforeEach(async () => {
  test = await createTestDatabase();
  data = await makeDataDir();
  site = await startSiteProcess({ DATABASE_URL: urlOf(test.address), DATA_DIR: data.dataDir }, siteOfCalls);
});
afterEach(async () => {
  site.child.kill('SIGCONT');
  await site.end('SIGKILL');
  await test.close();
  await data.remove();
});

const bets = async (): Promise<number> => (await test.rows('SELECT FROM ring_toss_bet')).length;

it('is not placed once the site reads it', async () => {
  const player = new PlayerClient(site.url, 'alice');
  await player.register();
  const body = JSON.stringify({ amount: 100, chance: 50, side: 'under' });
  const send = async () => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      [
        'POST /api/ringToss/create HTTP/1.1',
        `host: ${new URL(site.url).host}`,
        `authorization: Bearer ${player.token}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
        `idempotency-key: ${crypto.randomUUID()}`,
        '',
        body,
      ].join('\r\n'),
    );
    return socket;
  };
  const waits = await send();
  await once(waits, 'data');
  waits.destroy();
  expect(await bets()).toBe(1);

  site.child.kill('SIGSTOP');
  const gone = await send();
  const other = await send();
  await delay(500);
  gone.destroy();
  await delay(500);
  site.child.kill('SIGCONT');
  // The one who still waits is served.
  await once(other, 'data');
  other.destroy();
  await player.call('GET', '/user/me');
  expect(await bets()).toBe(2);
}, 120_000);
