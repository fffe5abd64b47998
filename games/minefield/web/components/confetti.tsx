/** Paper slips for five seconds on a canvas that ignores clicks. */
import { useEffect, useRef } from 'react';

const pieces = 500;
const lastsMs = 5_000;
const inks = ['#ffd166', '#ff6b6b', '#4fe0b0', '#6cc5ff', '#fff8ea'];

interface Piece {
  x: number;
  y: number;
  width: number;
  height: number;
  ink: string;
  fall: number;
  drift: number;
  turn: number;
  startMs: number;
}

/** Chance of the eye alone: nothing of the game follows from it. */
const between = (min: number, max: number): number => min + Math.random() * (max - min);

export function Confetti({ onDone }: { onDone: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const element = canvas.current;
    const ctx = element?.getContext('2d');
    if (!element || !ctx) return;
    const width = (element.width = window.innerWidth);
    const height = (element.height = window.innerHeight);
    const slips = Array.from({ length: pieces }, (): Piece => ({
      x: between(0, width),
      y: between(-0.3 * height, -10),
      width: between(5, 11),
      height: between(8, 16),
      ink: inks[Math.floor(between(0, inks.length))] ?? '#ffd166',
      fall: between(0.22, 0.5),
      drift: between(-0.06, 0.06),
      turn: between(-0.006, 0.006),
      startMs: between(0, 1_800),
    }));
    const beganMs = performance.now();
    let frame = requestAnimationFrame(paint);
    function paint(nowMs: number): void {
      if (!ctx) return;
      const passedMs = nowMs - beganMs;
      ctx.clearRect(0, 0, width, height);
      if (passedMs >= lastsMs) {
        done.current();
        return;
      }
      ctx.globalAlpha = Math.min(1, (lastsMs - passedMs) / 600);
      for (const slip of slips) paintSlip(ctx, slip, passedMs - slip.startMs);
      frame = requestAnimationFrame(paint);
    }
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      data-confetti={pieces}
      className="pointer-events-none fixed inset-0 z-40"
    />
  );
}

function paintSlip(ctx: CanvasRenderingContext2D, slip: Piece, ms: number): void {
  if (ms < 0) return;
  ctx.save();
  ctx.translate(slip.x + slip.drift * ms + Math.sin(ms / 300 + slip.x) * 8, slip.y + slip.fall * ms);
  ctx.rotate(slip.turn * ms);
  // A slip seen from its edge is thin.
  ctx.scale(1, Math.cos(ms / 180 + slip.y));
  ctx.fillStyle = slip.ink;
  ctx.fillRect(-slip.width / 2, -slip.height / 2, slip.width, slip.height);
  ctx.restore();
}
