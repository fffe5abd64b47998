/**
 * Maintenance against stakes on two processes: none that is sent after both know of it is taken,
 * and none is lost or paid twice.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endMaintenance, startMaintenance } from '../../apps/server/src/staff/acts/maintenance.ts';
import { PlayerClient, until } from '../../apps/server/test/player-client.ts';
import { startTestSite, type TestSite } from '../../apps/server/test/test-site.ts';

let first: TestSite;
let second: TestSite;
beforeAll(async () => {
  const env = {
    SIGNUP_COINS: '1000000',
    DOUBLE_TROUBLE_INTERVAL_MS: '500',
    DOUBLE_TROUBLE_CLOSE_MS: '0',
  };
  first = await startTestSite({ env });
  second = await startTestSite({ env, beside: first });
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

const closedOn = async (on: TestSite): Promise<boolean> =>
  'maintenance' in (await on.call('GET', '/games/closed')).body;

it('refuses every stake once all processes know of it, settles the others, and opens again', async () => {
  const players = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const player = new PlayerClient((at % 2 === 0 ? first : second).site.url, `busy_${at}`);
      await player.register();
      return player;
    }),
  );
  let isOver = false;
  let isKnown = false;
  /** How often each came, by the code of a refusal or the status. */
  const outcomes = new Map<string | number, number>();
  const refusals = new Set<string>();
  const takenAfterwards: string[] = [];
  const play = async (player: PlayerClient, at: number) => {
    const [path, body] =
      at % 4 < 2
        ? ['/doubleTrouble/create', { drawType: 'Over', amount: 10 }]
        : ['/highStriker/create', { amount: 100, target: 2 }];
    while (!isOver) {
      const sentAfterwards = isKnown;
      const { status, body: answer } = await player.call('POST', path as string, body as object);
      const outcome = answer.code ?? status;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // A draw may take place at this moment.
      if (status !== 201 && answer.code !== 'betting_closed') refusals.add(`${status} ${answer.code}`);
      if (status === 201 && sentAfterwards) takenAfterwards.push(player.username);
    }
  };
  const playing = Promise.all(players.map(play));
  await until('stakes are taken', () => (outcomes.get(201) ?? 0) > 40);
  expect(await startMaintenance(first.database, { reason: 'a race' })).toBe(true);
  await until('both processes know', async () => (await closedOn(first)) && (await closedOn(second)));
  isKnown = true;
  const refused = outcomes.get('game_closed') ?? 0;
  await until('stakes are refused', () => (outcomes.get('game_closed') ?? 0) > refused + 40);
  isOver = true;
  await playing;
  expect(takenAfterwards).toEqual([]);
  expect([...refusals]).toEqual(['409 game_closed']);

  const pending = async () => first.rows(`SELECT id FROM double_trouble_bet WHERE outcome = 'pending'`);
  await until('all draws are settled', async () => (await pending()).length === 0);
  await until('nothing runs', async () => {
    const answer = await second.call('GET', '/games/closed');
    return (answer.body as unknown as { maintenance: { running: number } }).maintenance.running === 0;
  });
  const broken = await first.findViolations();
  expect(broken).toEqual([]);

  const [, player] = players;
  expect(await endMaintenance(first.database)).toBe(true);
  await until('both are open', async () => !(await closedOn(first)) && !(await closedOn(second)));
  expect((await player?.call('POST', '/highStriker/create', { amount: 100, target: 2 }))?.status).toBe(201);
});
