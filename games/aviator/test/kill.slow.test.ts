/** kill -9 at any time, then a start: nothing acknowledged is lost, no bet is paid twice. */
import type { AviatorBet } from '@fairground/game-aviator/contract';
import type { BetSlot } from '@fairground/game-aviator/rules';
import type { User } from '@fairground/contract/user';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClientHistory } from '../../../apps/server/test/history.ts';
import { until } from '../../../apps/server/test/player-client.ts';
import { AviatorPlayer } from './aviator-player.ts';
import { makeDataDir, runAudit, startSiteProcess } from '../../../apps/server/test/site-process.ts';

let data: Awaited<ReturnType<typeof makeDataDir>>;
let environment: Record<string, string>;

// For each test, so that a second try begins like the first one.
beforeEach(async () => {
  data = await makeDataDir();
  environment = { DATA_DIR: data.dataDir, AVIATOR_COUNTDOWN_MS: '1500', LOG_LEVEL: 'info' };
});

afterEach(() => data?.remove());

const restarts = 6;
const playerCount = 12;

it('F1, F2: survives kills under load with a clean audit', async () => {
  let site = await startSiteProcess(environment);
  const seen = new ClientHistory();
  const acknowledged = new Map<string, { player: string; bet: AviatorBet }>();
  const tokens = new Map<string, string>();
  const players = Array.from(
    { length: playerCount },
    (_, index) => new AviatorPlayer(site.url, `killed_${index}`, seen),
  );
  for (const player of players) {
    await player.register();
    tokens.set(player.username, player.token);
  }
  // One flight in some dozens outlasts all of these, and no bets are possible during it: then there are more kills.
  for (let round = 0; round < restarts || acknowledged.size <= playerCount; round++) {
    const { url } = site;
    let isOver = false;
    const play = async (name: string, slot: BetSlot) => {
      const player = new AviatorPlayer(url, name, seen);
      player.token = tokens.get(name) ?? '';
      // Its page shows the rounds.
      if (slot === 1) await player.connect().catch(() => undefined);
      while (!isOver) {
        try {
          const placed = await player.placeBet({ amount: 10, slot });
          if (placed.status !== 201) {
            await new Promise((resolve) => setTimeout(resolve, 25));
            continue;
          }
          const { bet } = placed.body;
          acknowledged.set(bet.id, { player: name, bet });
          for (;;) {
            const out = await player.cashOut(bet.roundId, 1.03, undefined, slot);
            if (out.status === 200) acknowledged.set(bet.id, { player: name, bet: out.body.aviatorBidSave });
            if (out.body.code !== 'too_early' || isOver) break;
          }
        } catch {
          // The process is killed; calls that were not acknowledged may or may not have been executed.
          return;
        }
      }
    };
    const playing = Promise.all(players.flatMap(({ username }) => [play(username, 1), play(username, 2)]));
    // The times are spread over the length of a round, so that kills hit betting, flight and settling.
    await new Promise((resolve) => setTimeout(resolve, 900 + (round % restarts) * 650));
    await site.end('SIGKILL');
    isOver = true;
    await playing;
    site = await startSiteProcess(environment);
  }
  expect(acknowledged.size, 'the simulation was not vacuous').toBeGreaterThan(playerCount);
  const slots = new Set([...acknowledged.values()].map(({ bet }) => bet.slot));
  expect(slots, 'both slots had acknowledged bets').toEqual(new Set([1, 2]));

  const betsOf = async (name: string) => {
    const player = new AviatorPlayer(site.url, name, seen);
    player.token = tokens.get(name) ?? '';
    const bets = await player.call<AviatorBet[]>('GET', '/aviator/userHistory');
    const me = await player.call<User>('GET', '/user/me');
    expect(me.status).toBe(200);
    return bets.body;
  };
  await until(
    'all acknowledged bets are settled',
    async () => (await betsOf('killed_0')).every((bet) => bet.outcome !== 'pending'),
    90_000,
  );
  for (const { username } of players) {
    const history = new Map((await betsOf(username)).map((bet) => [bet.id, bet]));
    for (const { player, bet } of acknowledged.values()) {
      if (player !== username) continue;
      const recorded = history.get(bet.id);
      expect(recorded, `bet ${bet.id} of ${username}`).toBeDefined();
      if (bet.outcome === 'win') expect(recorded).toMatchObject({ outcome: 'win', amountWon: bet.amountWon });
    }
  }
  const report = await runAudit(environment);
  expect(report.output).toContain('The audit is clean.');
  await seen.expectSound();
  await site.end('SIGTERM');
}, 300_000);
