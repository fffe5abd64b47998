/**
 * A32: floods of messages, giant frames, endless fragments and headers are closed with a
 * fitting code; others continue.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signedMessage } from '../../test/test-line.ts';
import { until } from '../../test/player-client.ts';
import { siteForAll } from '../../test/for-tests.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let token: string;

const testSite = siteForAll({ env: { RATE_LIMITS: 'on' } });
beforeAll(async () => {
  ({ token } = await testSite.register('bystander'));
});

/** A client's frame with a zero mask, so that its bytes are those of the payload. */
const frame = (payload: Buffer, { opcode = 1, isFinal = true, claims = payload.length } = {}): Buffer => {
  const head = Buffer.alloc(claims < 126 ? 6 : claims < 65_536 ? 8 : 14);
  head[0] = (isFinal ? 0x80 : 0) | opcode;
  if (claims < 126) head[1] = 0x80 | claims;
  else if (claims < 65_536) {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(claims, 2);
  } else {
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(claims), 2);
  }
  return Buffer.concat([head, payload]);
};

interface RawLine {
  socket: Socket;
  /** The code of the close frame, or undefined where the connection ends without one. */
  closed: Promise<number | 'cut'>;
}

/** A raw live connection, for frames that a library would not send. */
const openRaw = async (): Promise<RawLine> => {
  const socket = connect(testSite.site.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  );
  await once(socket, 'data');
  const closed = new Promise<number | 'cut'>((resolve) => {
    let received = Buffer.alloc(0);
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data]);
      for (let at = 0; at + 2 <= received.length;) {
        const short = received[at + 1] ?? 0;
        const size = short === 126 ? received.readUInt16BE(at + 2) + 4 : short + 2;
        if (received[at] === 0x88 && received.length >= at + 4) resolve(received.readUInt16BE(at + 2));
        at += size;
      }
    });
    socket.on('close', () => resolve('cut'));
  });
  return { socket, closed };
};

/** The latency of another player's calls while `work` runs. */
const bystanderDuring = async (work: Promise<unknown>) => {
  const socket = new WebSocket(`${testSite.site.url.replace('http', 'ws')}/ws`);
  const waits: number[] = [];
  let answered = 0;
  let isOver = false;
  void work.finally(() => (isOver = true));
  socket.on('message', (data: Buffer) => {
    if ((JSON.parse(data.toString()) as { type: string }).type === 'ping_response') answered += 1;
  });
  await once(socket, 'open');
  // At the rate that is allowed.
  for (let sent = 0; !isOver || sent < 5; sent++) {
    const at = performance.now();
    socket.send(signedMessage({ type: 'ping', requestId: `p${sent}`, nowMs: Date.now() }));
    const answer = await testSite.call('GET', '/user/me', token);
    expect(answer.status).toBe(200);
    await until('the ping is answered', () => answered === sent + 1);
    waits.push(performance.now() - at);
    await pause(60);
  }
  socket.terminate();
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? Infinity;
};

const ping = (id: number): Buffer =>
  frame(Buffer.from(signedMessage({ type: 'ping', requestId: `r${id}`, nowMs: Date.now() })));

it('A32: closes a client with ten thousand messages per second by 1008 without delaying others', async () => {
  const flood = Buffer.concat(Array.from({ length: 10_000 }, (_, index) => ping(index)));
  const undisturbed = await bystanderDuring(pause(1_000));
  const codes: (number | 'cut')[] = [];
  const attack = async () => {
    for (let second = 0; second < 5; second++) {
      const { socket, closed } = await openRaw();
      socket.write(flood);
      const [code] = await Promise.all([closed, pause(1_000)]);
      codes.push(code);
      socket.destroy();
    }
  };
  const flooded = await bystanderDuring(attack());
  console.log(
    `a call and a ping: ${undisturbed.toFixed(1)} ms undisturbed, ${flooded.toFixed(1)} ms in floods (medians)`,
  );
  // The close frame may be lost where the bytes still arriving reset the connection.
  expect(codes.filter((code) => code !== 'cut' && code !== 1008)).toEqual([]);
  expect(codes).toContain(1008);
  expect(flooded).toBeLessThan(5 * undisturbed + 100);
});

it('A32: closes by 1009 for a frame that declares ten megabytes, before reading it', async () => {
  const { socket, closed } = await openRaw();
  socket.write(frame(Buffer.alloc(1_000, 'x'), { claims: 10_000_000 }));
  expect(await closed).toBe(1009);
  socket.destroy();
});

it('A32: closes for a message in a million fragments, full or empty', async () => {
  for (const piece of ['x', '']) {
    const { socket, closed } = await openRaw();
    const many = Buffer.concat(
      Array.from({ length: 10_000 }, () => frame(Buffer.from(piece), { opcode: 0, isFinal: false })),
    );
    socket.write(frame(Buffer.from(piece), { isFinal: false }));
    let isOver = false;
    void closed.then(() => (isOver = true));
    for (let sent = 0; sent < 100 && !isOver && socket.writable; sent++) {
      await new Promise<void>((resolve) => {
        socket.write(many, () => resolve());
      });
    }
    expect([1008, 1009, 'cut']).toContain(await closed);
    socket.destroy();
  }
});

it('A32: answers 431 to two thousand headers and 413 to a giant body before reading it', async () => {
  const request = async (head: string): Promise<string> => {
    const socket = connect(testSite.site.port, '127.0.0.1');
    socket.on('error', () => undefined);
    let response = '';
    socket.on('data', (data: Buffer) => (response += data.toString()));
    socket.write(head);
    await until('it is answered', () => response.includes('\r\n\r\n'));
    socket.destroy();
    return response.split('\r\n')[0] ?? '';
  };
  const start = 'GET /api/games/config HTTP/1.1\r\nHost: x\r\n';
  expect(await request(`${start}${'a: b\r\n'.repeat(2_000)}\r\n`)).toContain('431');
  expect(await request(`${start}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toContain('431');
  const body = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  expect(await request(`${body}Content-Length: 10000000\r\n\r\n{`)).toContain('413');
  expect(await request(start + '\r\n')).toContain('200');
});
