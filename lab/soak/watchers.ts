/**
 * Sockets of visitors who watch Aviator for hours, in a process of their own. Each subscribes as the page does, and
 * connects again when its connection ends, after the page's wait, to the next process of the site. Counts what reached
 * them, how long any of them heard nothing, and which connections missed the end of a round.
 */
import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { serveParent } from '../bench/lib/child.ts';
import { addReports, type WatchersCommand, type WatchersReport } from './watch.ts';

/** As in packages/site-kit/src/realtime/live-client.ts. */
const reconnectMs = 3_000;
const jitterMs = 1_000;
const openedAtOnce = 100;
const pageSubscription = { topics: ['aviator', 'aviatorTable', 'fair'], ticks: 'sparse' };
/** All have received the end of a round after this time, or will not. */
const settleMs = 5_000;

interface Watcher {
  port: number;
  heardAt: number;
  /** The last round whose end it received. */
  ended: string;
}

const finished = Buffer.from('"status":"finished"');
const watchers: Watcher[] = [];
let ports: number[] = [];
let open = 0;
/** Changes whenever a connection opens or ends. */
let changes = 0;
let awaySince: number | undefined;
let counted = addReports([]);

const noteSilence = (watcher: Watcher): void => {
  counted.silentMs = Math.max(counted.silentMs, performance.now() - watcher.heardAt);
};

const noteAway = (): void => {
  if (awaySince !== undefined) counted.awayMs = Math.max(counted.awayMs, performance.now() - awaySince);
};

const endedRounds = new Map<string, number>();
const noteEnd = (watcher: Watcher, text: Buffer): void => {
  const { payload } = JSON.parse(text.toString()) as { payload: { data?: { roundId?: string } } };
  const { roundId = '' } = payload.data ?? {};
  if (watcher.ended === roundId) return;
  watcher.ended = roundId;
  const received = endedRounds.get(roundId);
  endedRounds.set(roundId, (received ?? 0) + 1);
  if (received !== undefined) return;
  const before = changes;
  setTimeout(() => {
    if (changes === before) counted.missed += open - (endedRounds.get(roundId) ?? 0);
    endedRounds.delete(roundId);
  }, settleMs);
};

const receive = (watcher: Watcher, text: Buffer): void => {
  noteSilence(watcher);
  watcher.heardAt = performance.now();
  counted.messages += 1;
  if (text.includes(finished)) noteEnd(watcher, text);
};

/** Resolves when the connection is open, or was refused, after which it is tried again. */
const openOnce = (watcher: Watcher): Promise<void> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${watcher.port}/ws`, { perMessageDeflate: false });
    let isOpen = false;
    let reason = 'closed';
    socket.on('message', (text: Buffer) => receive(watcher, text));
    socket.on('error', (error) => (reason = 'code' in error ? String(error.code) : error.message));
    socket.on('close', () => {
      if (isOpen) {
        open -= 1;
        changes += 1;
        counted.lost += 1;
        awaySince ??= performance.now();
      } else counted.refused[reason] = (counted.refused[reason] ?? 0) + 1;
      watcher.port = ports[(ports.indexOf(watcher.port) + 1) % ports.length] ?? 0;
      setTimeout(() => void openOnce(watcher), reconnectMs + Math.random() * jitterMs);
      resolve();
    });
    socket.on('open', () => {
      isOpen = true;
      open += 1;
      changes += 1;
      if (open === watchers.length) {
        noteAway();
        awaySince = undefined;
      }
      const message = { type: 'subscribe', payload: pageSubscription, requestId: randomUUID() };
      socket.send(signedMessage({ ...message, nowMs: Date.now() }));
      resolve();
    });
  });

const openAll = async (sockets: number): Promise<void> => {
  while (watchers.length < sockets) {
    const batch = Array.from({ length: Math.min(openedAtOnce, sockets - watchers.length) }, (_, index) => ({
      port: ports[index % ports.length] ?? 0,
      heardAt: performance.now(),
      ended: '',
    }));
    watchers.push(...batch);
    await Promise.all(batch.map(openOnce));
  }
};

const report = (): WatchersReport => {
  for (const watcher of watchers) noteSilence(watcher);
  noteAway();
  const { silentMs, awayMs } = counted;
  const reported = { ...counted, open, silentMs: Math.round(silentMs), awayMs: Math.round(awayMs) };
  counted = addReports([]);
  return reported;
};

serveParent(async (command: WatchersCommand): Promise<WatchersReport> => {
  if (command.kind === 'open') {
    ports = command.ports;
    await openAll(command.sockets);
  }
  return report();
});
