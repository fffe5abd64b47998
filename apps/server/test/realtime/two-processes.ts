/** Sites of one database and one message server, as the processes of a cluster: what ends on one must end on the others. */
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { createTestDatabase } from '../harness.ts';
import { until } from '../player-client.ts';
import { startTestSite, type TestSite } from '../test-site.ts';
import { createValkeyServer, type ValkeyServer } from '../valkey-server.ts';

/** Without the polls, which would repair within seconds what an event or a query must do immediately. */
export const clockWithoutPolls: Clock = { ...systemClock, setInterval: () => ({ cancel: () => undefined }) };

export interface TwoProcesses {
  valkey: ValkeyServer;
  one: TestSite;
  two: TestSite;
  /** A third one, which learns only by events. */
  twoWithoutPolls: TestSite;
  /** Resolves once all of them see the message server in this state, such as `ok` or `away`. */
  untilBus(state: string): Promise<void>;
  close(): Promise<void>;
}

export const startTwoProcesses = async (): Promise<TwoProcesses> => {
  const valkey = await createValkeyServer();
  valkey.start();
  const test = await createTestDatabase();
  const shared = { ...test, close: async () => undefined };
  const env = { VALKEY_URL: valkey.url };
  const one = await startTestSite({ test: shared, env });
  const same = { ...env, SEED_KEY_FILE: `${one.dataDir}/seed.key` };
  const two = await startTestSite({ test: shared, env: same });
  const twoWithoutPolls = await startTestSite({ test: shared, env: same, clock: clockWithoutPolls });
  const busState = async ({ site }: TestSite) => {
    const answer = await site.app.inject({ method: 'GET', url: '/api/health/ready' });
    return answer.json<{ messages: string }>().messages;
  };
  return {
    valkey,
    one,
    two,
    twoWithoutPolls,
    untilBus: (state) =>
      until(`the bus is ${state}`, async () => {
        const states = await Promise.all([one, two, twoWithoutPolls].map(busState));
        return states.every((each) => each === state);
      }),
    async close() {
      for (const site of [twoWithoutPolls, two, one]) await site.close();
      await test.close();
      valkey.remove();
    },
  };
};
