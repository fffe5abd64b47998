/** A complete round with 200 players over real sockets and HTTP: what was acknowledged is in the ledger. */
import type { AviatorBet, AviatorProof } from '@fairground/game-aviator/contract';
import { verifyAviatorProof } from '@fairground/game-aviator/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../../apps/server/test/player-client.ts';
import { AviatorPlayer } from './aviator-player.ts';
import {
  makeDataDir,
  runAudit,
  startSiteProcess,
  type RunningSite,
} from '../../../apps/server/test/site-process.ts';

const playerCount = 200;
let site: RunningSite;
let data: Awaited<ReturnType<typeof makeDataDir>>;

beforeAll(async () => {
  data = await makeDataDir();
  site = await startSiteProcess({ DATA_DIR: data.dataDir, AVIATOR_COUNTDOWN_MS: '10000', LOG_LEVEL: 'info' });
}, 120_000);

afterAll(async () => {
  await site?.end('SIGTERM');
  await data?.remove();
});

it('records every acknowledged bet and cash-out of 200 players, and the crash can be recomputed', async () => {
  const players = Array.from(
    { length: playerCount },
    (_, index) => new AviatorPlayer(site.url, `player_${index}`),
  );
  for (let from = 0; from < playerCount; from += 20) {
    await Promise.all(players.slice(from, from + 20).map((player) => player.register()));
  }
  await Promise.all(players.map((player) => player.connect()));
  const watcher = players[0] as AviatorPlayer;

  // A round that lasts long enough for a manual cash-out; most do, so a few rounds suffice.
  let cashedOut = 0;
  const played: string[] = [];
  const acknowledged = new Map<AviatorPlayer, AviatorBet[]>();
  for (let attempt = 0; attempt < 12 && cashedOut < 20; attempt++) {
    const before = watcher.countdown?.roundId;
    await until(
      'a new countdown is received',
      () =>
        watcher.countdown !== undefined &&
        watcher.countdown.roundId !== before &&
        watcher.countdown.countdown >= 9,
      120_000,
    );
    const roundId = watcher.countdown?.roundId ?? '';
    const bets = await Promise.all(
      players.map((player, index) =>
        player.placeBet({ amount: 10, ...(index % 4 === 0 ? { autoCashOut: 1.2 } : {}) }),
      ),
    );
    const statuses = new Set(bets.map(({ status }) => status));
    expect([...statuses], 'every bet is acknowledged').toEqual([201]);
    expect(new Set(bets.map(({ body }) => body.bet.roundId))).toEqual(new Set([roundId]));
    played.push(roundId);
    await until('the flight began', () => watcher.draw?.roundId === roundId);
    const outs = await Promise.all(
      players.map(async (player, index) => {
        if (index % 4 !== 1) return undefined;
        let answer = await player.cashOut(roundId, 1.02);
        while (answer.body.code === 'too_early') answer = await player.cashOut(roundId, 1.02);
        return answer;
      }),
    );
    cashedOut += outs.filter((answer) => answer?.status === 200).length;
    players.forEach((player, index) => {
      const final = outs[index]?.status === 200 ? outs[index]?.body.aviatorBidSave : bets[index]?.body.bet;
      if (final) acknowledged.set(player, [...(acknowledged.get(player) ?? []), final]);
    });
    await until(
      'the crash is received',
      () => watcher.draw?.roundId === roundId && watcher.draw.status === 'finished',
      120_000,
    );
  }
  expect(cashedOut, 'the simulation was not vacuous').toBeGreaterThanOrEqual(20);

  // Automatic cash-outs are paid in flight, the other bets after the crash.
  await until('the last round is settled', async () => {
    const histories = await Promise.all(
      players.slice(0, 8).map((player) => player.call<AviatorBet[]>('GET', '/aviator/userHistory')),
    );
    return histories.every(
      ({ status, body }) => status === 200 && body.every((bet) => bet.outcome !== 'pending'),
    );
  });
  await Promise.all(
    players.map(async (player) => {
      let history: AviatorBet[] = [];
      // So many calls at once may be refused.
      await until('the bets are read', async () => {
        const { status, body } = await player.call<AviatorBet[]>('GET', '/aviator/userHistory');
        if (status === 200) history = body;
        return status === 200;
      });
      const byId = new Map(history.map((bet) => [bet.id, bet]));
      for (const bet of acknowledged.get(player) ?? []) {
        const recorded = byId.get(bet.id);
        expect(recorded).toMatchObject({ roundId: bet.roundId, amount: bet.amount });
        if (bet.outcome === 'win')
          expect(recorded).toMatchObject({ outcome: 'win', amountWon: bet.amountWon });
        else expect(recorded?.outcome).not.toBe('pending');
      }
    }),
  );
  for (const roundId of played) {
    const { body: proof } = await watcher.call<AviatorProof>('GET', `/fairness/aviator/${roundId}`);
    expect(verifyAviatorProof(proof)).toMatchObject({ ok: true });
    expect(proof.outcome).not.toBeNull();
  }
  const report = await runAudit({ DATA_DIR: data.dataDir });
  expect(report.output).toContain('The audit is clean.');

  await site.end('SIGTERM');
  await until(
    'every socket receives 1012',
    () => players.every((player) => player.closeCode !== undefined),
    5_000,
  );
  expect(new Set(players.map((player) => player.closeCode))).toEqual(new Set([1012]));
}, 300_000);
