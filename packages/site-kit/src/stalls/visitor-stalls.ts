/**
 * The stalls for visitors, by a socket of their own: the client for live messages would double the script of the home
 * page. A page in the background has none.
 */
import type { Stalls, stallsTopic } from '@fairground/contract/stalls';
import { useEffect } from 'react';
import { socketUrl } from '../api/endpoints.ts';
import { randomHex } from '../api/request.ts';
import { setStalls } from './shown-stalls.ts';

const retryMs = 5_000;

export function VisitorStalls() {
  useEffect(followStalls, []);
  return null;
}

function followStalls(): () => void {
  let socket: WebSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const open = (): void => {
    const opened = new WebSocket(socketUrl());
    socket = opened;
    opened.addEventListener('open', () => void subscribe(opened));
    opened.addEventListener('message', ({ data }) => {
      const stalls = readStalls(String(data));
      if (socket === opened && stalls) setStalls(stalls);
    });
    opened.addEventListener('close', () => {
      if (socket !== opened) return;
      close();
      retry = setTimeout(follow, retryMs);
    });
  };
  const close = (): void => {
    clearTimeout(retry);
    socket?.close();
    socket = null;
    setStalls(undefined);
  };
  const follow = (): void => {
    close();
    if (document.visibilityState === 'visible') open();
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

/** The schemas of live messages weigh more than the page can carry. */
function readStalls(text: string): Stalls | undefined {
  const { type, payload } = JSON.parse(text) as {
    type?: string;
    payload?: { success?: boolean; data?: Stalls };
  };
  return type === 'stalls_response' && payload?.success === true ? payload.data : undefined;
}

/** Without this the site would send every topic; a browser that cannot sign gets them. */
async function subscribe(socket: WebSocket): Promise<void> {
  const topic: typeof stallsTopic = 'stalls';
  const payload = { topics: [topic], ticks: 'sparse' };
  const [requestId, timestamp] = [randomHex(), new Date().toISOString()];
  if (!('subtle' in crypto)) return;
  // A visitor's key is empty; see signature.ts, which shares a file with the rest of the client.
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new Uint8Array(1), algorithm, false, ['sign']);
  const text = new TextEncoder().encode(`${requestId}.${timestamp}.${JSON.stringify(payload)}`);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, text));
  const signature = Array.from(signed, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (socket.readyState === socket.OPEN)
    socket.send(JSON.stringify({ type: 'subscribe', payload, requestId, timestamp, signature }));
}
