/**
 * The flight in the air, drawn in the sky of the home page. It follows one topic by a socket of its own:
 * the client for live messages would double the script of the page. Nothing is shown before a message
 * came, or once the socket is lost.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { socketUrl } from '@fairground/site-kit/api/endpoints.ts';
import { randomHex } from '@fairground/site-kit/api/request.ts';
import { Rocket } from '@fairground/site-kit/art/rocket.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { topic as topicOfGame } from '../contract.ts';
import { curveAt, flightScale } from './stage/flight.ts';
import { createSeenFlight, type SeenMoment } from './watch-flight.ts';

const retryMs = 5_000;
const [width, height] = [600, 380];

export function FlightPreview() {
  const svg = useRef<SVGSVGElement>(null);
  const { formatTwoDecimals } = useFormat();
  const paint = useEffectEvent((moment: SeenMoment | null) => {
    if (svg.current) show(svg.current, moment, formatTwoDecimals);
  });
  useEffect(() => followFlight((moment) => paint(moment)), []);
  return (
    <svg ref={svg} viewBox={`0 0 ${width} ${height}`} className="size-full opacity-0 transition-opacity">
      <path data-trail fill="none" stroke="var(--scene-gold)" strokeWidth={9} strokeLinecap="round" />
      <path data-trail fill="none" stroke="var(--scene-white)" strokeWidth={3} strokeLinecap="round" />
      <g data-rocket>
        <Rocket scale={0.86} />
      </g>
      <rect
        x={2}
        y={2}
        width={212}
        height={72}
        rx={12}
        fill="var(--panel)"
        stroke="var(--edge)"
        strokeWidth={2}
      />
      <text data-multiplier x={108} y={54} textAnchor="middle" className="figures font-display text-44" />
    </svg>
  );
}

function show(
  svg: SVGSVGElement,
  moment: SeenMoment | null,
  formatTwoDecimals: (multiplier: number) => string,
): void {
  svg.style.opacity = moment === null ? '0' : '1';
  if (moment === null) return;
  const { flightMs, growthPerMs, hundredths, isOver } = moment;
  const scale = flightScale(flightMs, growthPerMs);
  const point = (ms: number) =>
    [
      scale.across(ms) * width * 0.92,
      height - 8 - scale.up(curveAt(ms, growthPerMs)) * height * 0.72,
    ] as const;
  const trail = Array.from({ length: 25 }, (_, at) =>
    point((flightMs * at) / 24)
      .map((value) => value.toFixed(1))
      .join(' '),
  );
  for (const path of svg.querySelectorAll('[data-trail]')) path.setAttribute('d', `M${trail.join('L')}`);
  const [x, y] = point(flightMs);
  const [ahead, above] = point(flightMs + 60);
  const turn = (Math.atan2(ahead - x, y - above) * 180) / Math.PI;
  const rocket = svg.querySelector('[data-rocket]');
  rocket?.setAttribute('transform', `translate(${x} ${y}) rotate(${turn})`);
  rocket?.setAttribute('visibility', isOver ? 'hidden' : 'visible');
  const text = svg.querySelector('[data-multiplier]');
  if (text) text.textContent = `${formatTwoDecimals(hundredths / 100)}x`;
  text?.setAttribute('fill', isOver ? 'var(--loss)' : 'currentColor');
}

/** Calls `paint` for each frame of a flight while the page is in view; call the returned function to stop. */
function followFlight(paint: (moment: SeenMoment | null) => void): () => void {
  const flight = createSeenFlight();
  let socket: WebSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const draw = (): void => {
    cancelAnimationFrame(frame);
    const moment = flight.at(performance.now());
    paint(moment);
    if (moment?.isOver === false) frame = requestAnimationFrame(draw);
  };
  const open = (): void => {
    const opened = new WebSocket(socketUrl());
    socket = opened;
    opened.addEventListener('open', () => void subscribe(opened));
    opened.addEventListener('message', ({ data }) => {
      flight.receive(String(data), performance.now());
      draw();
    });
    opened.addEventListener('close', () => {
      if (socket !== opened) return;
      close();
      retry = setTimeout(follow, retryMs);
    });
  };
  const close = (): void => {
    clearTimeout(retry);
    cancelAnimationFrame(frame);
    socket?.close();
    socket = null;
    paint(null);
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

/** Without this the site would send every topic; a browser that cannot sign gets them. */
async function subscribe(socket: WebSocket): Promise<void> {
  const topic: typeof topicOfGame = 'aviator';
  const payload = { topics: [topic], ticks: 'all' };
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
