/** Connections of players on several processes, for tests of who is heard: a client answers each ping, or none. */
import { createHearing } from '../src/realtime/hearing.ts';
import { answerForLines, createLines } from '../src/realtime/lines.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { createTestBuses } from './test-buses.ts';

export const joinTestLines = (
  process: string,
  { clock, buses }: { clock: Clock; buses: ReturnType<typeof createTestBuses> },
) => {
  const bus = buses.createBus();
  const connections = new Map<string, Set<{ hear(): number }>>();
  const connectionsOf = (playerId: string) => connections.get(playerId) ?? new Set();
  const hearing = createHearing({ clock, connectionsOf });
  answerForLines({ bus, process, hear: hearing.hear });
  const hasPlayer = (playerId: string) => connectionsOf(playerId).size > 0;
  return {
    process,
    bus,
    lines: createLines({ clock, bus, process, isAlone: false, hasPlayer }),
    connect(player: bigint) {
      const playerId = String(player);
      const client = { isAnswering: true, pings: 0 };
      let heardAt: number | undefined;
      const connection = {
        /** The answer to a ping is there when the next one is sent. */
        hear() {
          client.pings += 1;
          const before = heardAt ?? clock.monotonic();
          if (client.isAnswering || heardAt === undefined) heardAt = clock.monotonic();
          return before;
        },
      };
      const ofPlayer = connectionsOf(playerId).add(connection);
      connections.set(playerId, ofPlayer);
      return Object.assign(client, {
        close() {
          ofPlayer.delete(connection);
          hearing.closed(playerId);
        },
      });
    },
  };
};

export type TestLines = ReturnType<typeof joinTestLines>;
