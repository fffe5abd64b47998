/**
 * Sites of one database and one message server, as the processes of a cluster: what ends on one must end on the
 * others.
 */
import { systemClock, type Clock } from '../src/platform/clock.ts';
import { until } from './player-client.ts';
import { startTestSite, type TestSite } from './test-site.ts';
import { createValkeyServer } from './valkey-server.ts';

/** Without the polls, which would repair within seconds what an event or a query must do immediately. */
export const clockWithoutPolls: Clock = { ...systemClock, setInterval: () => ({ cancel: () => undefined }) };

export const startTwoProcesses = async () => {
  const valkey = await createValkeyServer();
  valkey.start();
  const env = { VALKEY_URL: valkey.url };
  const one = await startTestSite({ env });
  const two = await startTestSite({ env, beside: one });
  const twoWithoutPolls = await startTestSite({ env, beside: one, clock: clockWithoutPolls });
  const busState = async ({ site }: TestSite) => {
    const answer = await site.app.inject({ method: 'GET', url: '/api/health/ready' });
    return answer.json<{ messages: string }>().messages;
  };
  return {
    valkey,
    one,
    two,
    /** A third one, which learns only by events. */
    twoWithoutPolls,
    /** Resolves once all of them see the message server in this state, such as `ok` or `away`. */
    untilBus: (state: string) =>
      until(`the bus is ${state}`, async () => {
        const states = await Promise.all([one, two, twoWithoutPolls].map(busState));
        return states.every((each) => each === state);
      }),
    async close() {
      for (const site of [twoWithoutPolls, two, one]) await site.close();
      valkey.remove();
    },
  };
};

export type TwoProcesses = Awaited<ReturnType<typeof startTwoProcesses>>;
