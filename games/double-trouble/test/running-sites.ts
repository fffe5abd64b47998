/** Sites with short slots on one database, and what tests ask of them over HTTP and a socket. */
import type { DoubleTroubleBet, DoubleTroubleSeal, DoubleTroubleStatus } from '../contract.ts';
import { doubleTroubleSealData, doubleTroubleStatusSchema } from '../contract.ts';
import type { User } from '@fairground/contract/user';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import WebSocket from 'ws';
import { audit } from '@fairground/server/test/site';
import { startSite, type Site } from '@fairground/server/test/site';
import { systemClock } from '@fairground/server/platform/clock';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { createLogger } from '@fairground/server/platform/logger';
import { readSettings } from '@fairground/server/platform/settings';
import { createTestDatabase } from '@fairground/server/test/harness';
import type { PlayerClient } from '@fairground/server/test/player-client';
import { urlOf } from '@fairground/server/test/shared-postgres';

export const intervalMs = 1_000;

/** Several sites may run at once, as processes of one cluster without a message server. */
export const createRunningSites = async () => {
  const test = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-http-'));
  const sites = new Set<Site>();
  const stop = async (stopped: Site): Promise<void> => {
    sites.delete(stopped);
    await stopped.stop();
  };
  return {
    test,
    async start(): Promise<Site> {
      const started = await startSite({
        settings: readSettings({
          DATABASE_URL: urlOf(test.address),
          DATA_DIR: dataDir,
          PORT: '0',
          RATE_LIMITS: 'off',
          DOUBLE_TROUBLE_INTERVAL_MS: String(intervalMs),
          DOUBLE_TROUBLE_CLOSE_MS: '200',
          AVIATOR_COUNTDOWN_MS: '600000',
        }),
        log: createLogger('silent'),
        clock: systemClock,
        entropy: systemEntropy,
        chainLinks: 3_000,
      });
      sites.add(started);
      return started;
    },
    stop,
    /** Stops what runs. The audit must find nothing. */
    async close(): Promise<void> {
      for (const running of sites) await stop(running);
      const findings = await audit(test.database);
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
      expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
    },
  };
};

/** Records every status and every seal that a visitor's socket receives. */
export const listen = async (url: string) => {
  const received: DoubleTroubleStatus[] = [];
  const seals = new Map<string, DoubleTroubleSeal>();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  socket.on('message', (data: Buffer) => {
    const { type, payload } = JSON.parse(data.toString()) as { type: string; payload: { data: unknown } };
    if (type === 'doubleTroubleStatus_response') received.push(doubleTroubleStatusSchema.parse(payload.data));
    if (type === 'doubleTroubleSeal_response') {
      const seal = doubleTroubleSealData.parse(payload.data);
      seals.set(seal.drawId, seal);
    }
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return { received, seals, close: () => socket.terminate() };
};

export const readStatus = async (player: PlayerClient) =>
  (await player.call<DoubleTroubleStatus>('GET', '/doubleTrouble/status')).body;

export const createBet = (player: PlayerClient, body: object, key?: string) =>
  player.call<{ user: User; bet: DoubleTroubleBet }>('POST', '/doubleTrouble/create', body, key);

export const readHistory = async (player: PlayerClient) =>
  (await player.call<DoubleTroubleBet[]>('GET', '/doubleTrouble/userHistory')).body;

/** Places the bet in the next draw that accepts it, since a slot may close in the meantime. */
export const placeSoon = async (player: PlayerClient, body: object) => {
  for (;;) {
    const answer = await createBet(player, body);
    if (answer.body.code !== 'betting_closed') return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
