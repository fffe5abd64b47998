/**
 * Paints what moves: the time axis of lights, the striker's scale, the trail, the player's mark, the burst.
 * One canvas, no allocation worth naming per frame; everything still is drawn as SVG beneath it.
 */
import { scatter } from '@fairground/site-kit/art/random.ts';
import type { Format } from '@fairground/site-kit/format/format.ts';
import { bulbStepSeconds, strikerTicks } from './flight.ts';
import { pointAt, strikerHalf } from './stage-model.ts';
import type { Box, Moment, StageModel } from './stage-model.ts';

export type Inks = {
  text: string;
  quiet: string;
  cord: string;
  bulb: string;
  bulbOff: string;
  amber: string;
  red: string;
  white: string;
  win: string;
  panel: string;
  ink: string;
  /** Empty by day. */
  star: string;
};

export function readInks(element: Element): Inks {
  const style = getComputedStyle(element);
  const ink = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: ink('--text'),
    quiet: ink('--stage-quiet'),
    cord: ink('--scene-cord'),
    bulb: ink('--scene-bulb'),
    bulbOff: ink('--scene-bulb-off'),
    amber: ink('--scene-gold'),
    red: ink('--scene-rocket'),
    white: ink('--scene-white'),
    win: ink('--win'),
    panel: ink('--panel'),
    ink: ink('--scene-ink'),
    star: ink('--stage-star'),
  };
}

export type Frame = {
  model: StageModel;
  box: Box;
  moment: Moment;
  inks: Inks;
  /** For what glitters. */
  nowMs: number;
  /** Since the burst; null before. */
  burstMs: number | null;
  reducedMotion: boolean;
  /** In the language of the page. */
  format: Format;
};

export function paintStage(ctx: CanvasRenderingContext2D, frame: Frame): void {
  ctx.clearRect(0, 0, frame.box.width, frame.box.height);
  if (frame.inks.star !== '') paintStars(ctx, frame);
  paintStriker(ctx, frame);
  paintScale(ctx, frame);
  paintBulbs(ctx, frame);
  if (frame.model.phase === 'waiting') return;
  paintTrail(ctx, frame);
  if (!frame.reducedMotion && frame.model.phase === 'flying') paintSparks(ctx, frame);
  paintMarks(ctx, frame);
  paintFlags(ctx, frame);
  paintCashOuts(ctx, frame);
  if (frame.burstMs !== null) paintBurst(ctx, frame, frame.burstMs);
  paintPresses(ctx, frame);
}

const font = (size: number): string => `700 ${size}px Figtree, system-ui, sans-serif`;

const stars = scatter(110, 11);

/** Stars sink as the rocket climbs, and fade where the fair begins. */
function paintStars(ctx: CanvasRenderingContext2D, { box, moment, inks, reducedMotion }: Frame): void {
  const horizon = box.ground * 0.66;
  const drift = reducedMotion ? 0 : Math.log(moment.hundredths / 100) * 90 * box.unit;
  const count = Math.round(stars.length * Math.min(1, box.width / 1072 + 0.1));
  ctx.fillStyle = inks.star;
  for (let index = 0; index < count; index += 1) {
    const [across, up, size] = stars[index] ?? [0, 0, 0];
    const y = (up * horizon + drift * (0.5 + size * 0.5)) % horizon;
    ctx.globalAlpha = (0.35 + size * 0.6) * Math.min(1, y / 20, (horizon - y) / 120);
    if (index % 12 === 0) glint(ctx, across * box.width, y, 4 + size * 4);
    // At this size a square is a disc, and costs a tenth.
    else ctx.fillRect(across * box.width, y, 1.2 + size * 1.6, 1.2 + size * 1.6);
  }
  ctx.globalAlpha = 1;
}

/** The striker's column and its puck, at the rocket's height; the tower itself does not move. */
function paintStriker(ctx: CanvasRenderingContext2D, { box, moment, inks }: Frame): void {
  const half = strikerHalf(box);
  const y = Math.max(box.top, moment.rocket.y);
  ctx.fillStyle = inks.amber;
  ctx.fillRect(box.strikerX - half + 2.5, y, half * 2 - 5, box.ground - y);
  ctx.fillStyle = inks.red;
  ctx.beginPath();
  ctx.roundRect(box.strikerX - half - 3, y - 4, half * 2 + 6, 8, 2.5);
  ctx.fill();
}

function paintScale(ctx: CanvasRenderingContext2D, { box, moment, inks, model, format }: Frame): void {
  const height = box.ground - box.top;
  const narrow = box.unit < 0.6;
  const x = box.strikerX + (narrow ? 9 : 15);
  const size = narrow ? 12 : 14;
  ctx.font = font(size);
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.lineWidth = 1.5;
  for (const { at, value, alpha } of strikerTicks(moment.scale, (narrow ? 26 : 34) / height)) {
    const y = box.ground - at * height;
    ctx.globalAlpha = alpha;
    ctx.strokeStyle = inks.text;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + (narrow ? 5 : 9), y);
    ctx.stroke();
    ctx.fillStyle = inks.text;
    ctx.fillText(tickText(value, format), x + (narrow ? 8 : 14), y + 1);
  }
  ctx.globalAlpha = 1;
  for (const auto of model.autoCashOuts) {
    if (moment.scale.up(auto) > 1.02) continue;
    const y = box.ground - moment.scale.up(auto) * height;
    ctx.fillStyle = inks.win;
    ctx.beginPath();
    ctx.moveTo(x - 1, y);
    ctx.lineTo(x + 9, y - 6);
    ctx.lineTo(x + 9, y + 6);
    ctx.fill();
  }
}

/** With one decimal below 10. */
const tickText = (value: number, { formatCoins, formatTwoDecimals }: Format): string =>
  `${value < 10 ? formatTwoDecimals(value).slice(0, -1) : formatCoins(value)}x`;

/** One bulb a second along the ground, or each 2, 5, 10 s on a long flight. Between rounds they count down. */
function paintBulbs(ctx: CanvasRenderingContext2D, { box, moment, inks, model }: Frame): void {
  const narrow = box.unit < 0.6;
  const { spanMs } = moment.scale;
  const width = box.right - box.left;
  const step = bulbStepSeconds(spanMs, narrow ? 11 : 13);
  const y = box.ground + 5;
  ctx.strokeStyle = inks.cord;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.moveTo(box.left, y);
  ctx.lineTo(box.right, y);
  ctx.stroke();

  const size = narrow ? 4.2 : 6;
  const spacing = ((step * 1000) / spanMs) * width;
  const labelEvery = spacing < (narrow ? 44 : 54) ? 2 : 1;
  ctx.font = font(narrow ? 12 : 14);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  for (let index = 0; index * step * 1000 <= spanMs * 1.0001; index += 1) {
    const seconds = index * step;
    const x = box.left + moment.scale.across(seconds * 1000) * width;
    const lit = model.phase === 'waiting' ? seconds < model.countdown : seconds * 1000 <= moment.flightMs;
    paintBulb(ctx, x, y, size, lit, inks);
    if (model.phase === 'waiting' || index % labelEvery !== 0) continue;
    ctx.fillStyle = lit ? inks.text : inks.quiet;
    ctx.fillText(`${seconds} s`, x, y + size * 2 + (narrow ? 18 : 26));
  }
}

function paintBulb(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  lit: boolean,
  inks: Inks,
): void {
  const middle = y + size * 1.6;
  if (lit) {
    ctx.globalAlpha = 0.2;
    ctx.fillStyle = inks.bulb;
    disc(ctx, x, middle, size * 2.1);
    ctx.globalAlpha = 1;
  }
  ctx.fillStyle = inks.ink;
  ctx.fillRect(x - size * 0.36, y - 1, size * 0.72, size * 0.8);
  ctx.fillStyle = lit ? inks.bulb : inks.bulbOff;
  ctx.beginPath();
  ctx.moveTo(x - size * 0.36, y + size * 0.6);
  ctx.lineTo(x + size * 0.36, y + size * 0.6);
  ctx.arc(x, middle, size * 0.92, -0.9, Math.PI + 0.9);
  ctx.fill();
  if (!lit) return;
  ctx.fillStyle = inks.white;
  disc(ctx, x - size * 0.3, middle - size * 0.2, size * 0.22);
}

const samples = 72;
const xs = new Float64Array(samples + 1);
const ys = new Float64Array(samples + 1);

/** A ribbon that widens towards the rocket, in three inks. */
function paintTrail(ctx: CanvasRenderingContext2D, { box, moment, inks, model }: Frame): void {
  const point = pointAt(box, moment.scale, model.growthPerMs);
  for (let index = 0; index <= samples; index += 1) {
    const [x, y] = point((moment.flightMs * index) / samples);
    xs[index] = x;
    ys[index] = y;
  }
  ctx.globalAlpha = model.phase === 'crashed' ? 0.45 : 1;
  ctx.fillStyle = inks.red;
  ribbon(ctx, 1.4, 9.5 * box.unit + 1);
  ctx.fillStyle = inks.amber;
  ribbon(ctx, 1.2, 6.2 * box.unit + 0.6);
  ctx.fillStyle = inks.white;
  ribbon(ctx, 1, 2.6 * box.unit);
  ctx.globalAlpha = 1;

  if (model.phase !== 'flying') return;
  ctx.strokeStyle = inks.quiet;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([1.5, 6]);
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(box.left - 6, moment.rocket.y);
  ctx.lineTo(moment.rocket.x - 24 * box.unit, moment.rocket.y);
  ctx.stroke();
  ctx.setLineDash([]);
}

function ribbon(ctx: CanvasRenderingContext2D, from: number, to: number): void {
  ctx.beginPath();
  for (const side of [1, -1]) {
    for (let step = 0; step <= samples; step += 1) {
      const index = side === 1 ? step : samples - step;
      const before = Math.max(0, index - 1);
      const after = Math.min(samples, index + 1);
      const dx = (xs[after] ?? 0) - (xs[before] ?? 0);
      const dy = (ys[after] ?? 0) - (ys[before] ?? 0);
      const length = Math.hypot(dx, dy) || 1;
      const half = (from + (to - from) * (index / samples) ** 1.4) * side;
      ctx.lineTo((xs[index] ?? 0) - (dy / length) * half, (ys[index] ?? 0) + (dx / length) * half);
    }
  }
  ctx.fill();
}

const sparks = scatter(44, 97);

/** Falls from the trail's last half and goes out; each spark has its own moment. */
function paintSparks(ctx: CanvasRenderingContext2D, { box, moment, inks, model, nowMs }: Frame): void {
  const point = pointAt(box, moment.scale, model.growthPerMs);
  const size = Math.min(1, moment.flightMs / 1500);
  for (const [index, [along, delay, weight]] of sparks.entries()) {
    const age = (nowMs / 1400 + delay) % 1;
    const [x, y] = point(moment.flightMs * (0.99 - along * 0.5 * (0.4 + age)));
    const fall = age * (24 + weight * 46) * box.unit;
    ctx.globalAlpha = (1 - age) * 0.95;
    ctx.fillStyle = index % 3 === 0 ? inks.red : index % 3 === 1 ? inks.amber : inks.bulb;
    const sx = x + (weight - 0.35) * 34 * box.unit;
    const sy = Math.min(box.ground - 4, y + 10 * box.unit + fall);
    if (index % 4 === 0) glint(ctx, sx, sy, (3 + weight * 5) * size);
    else disc(ctx, sx, sy, (1 + weight * 1.8) * size);
  }
  ctx.globalAlpha = 1;
}

/** Everybody's cash-outs, where they happened on the trail: a light each, larger for many at once. */
function paintMarks(ctx: CanvasRenderingContext2D, { box, moment, inks, model }: Frame): void {
  const point = pointAt(box, moment.scale, model.growthPerMs);
  for (const { at, count } of model.marks) {
    if (at * 100 > moment.hundredths + 0.5) continue;
    const [x, y] = point(Math.log(Math.max(1, at)) / model.growthPerMs);
    const radius = Math.min(8, 3.4 + Math.log2(count)) * (box.unit < 0.6 ? 0.8 : 1);
    ctx.fillStyle = inks.panel;
    disc(ctx, x, y, radius + 1.6);
    ctx.fillStyle = inks.win;
    disc(ctx, x, y, radius);
  }
}

/** Cash-outs of the club, a flag each that stands on the trail; the newest has its name. */
function paintFlags(ctx: CanvasRenderingContext2D, { box, moment, inks, model }: Frame): void {
  const { ink = '', of = [] } = model.flags ?? {};
  const shown = of.filter(({ at }) => at * 100 <= moment.hundredths + 0.5);
  const point = pointAt(box, moment.scale, model.growthPerMs);
  const size = box.unit < 0.6 ? 12 : 16;
  for (const [place, { at, name }] of shown.entries()) {
    const [x, y] = point(Math.log(Math.max(1, at)) / model.growthPerMs);
    const top = y - size * 2;
    ctx.fillStyle = inks.text;
    ctx.fillRect(x - 1, top, 2, size * 2);
    ctx.fillStyle = ink;
    ctx.beginPath();
    ctx.moveTo(x + 1, top);
    ctx.lineTo(x + 1 + size, top + size * 0.42);
    ctx.lineTo(x + 1, top + size * 0.84);
    ctx.fill();
    if (place < shown.length - 1) continue;
    ctx.font = font(box.unit < 0.6 ? 12 : 14);
    ctx.textAlign = 'right';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = inks.text;
    ctx.fillText(name, x - 5, top + size * 0.5);
  }
}

/** The player's own cash-outs, where they happened on the trail. */
function paintCashOuts(ctx: CanvasRenderingContext2D, frame: Frame): void {
  for (const at of frame.model.cashedOutAt) paintCashOut(ctx, frame, at);
}

function paintCashOut(
  ctx: CanvasRenderingContext2D,
  { box, moment, inks, model, format }: Frame,
  at: number,
): void {
  if (at * 100 > moment.hundredths + 0.5) return;
  const [x, y] = pointAt(box, moment.scale, model.growthPerMs)(Math.log(Math.max(1, at)) / model.growthPerMs);
  const radius = box.unit < 0.6 ? 9 : 11;
  ctx.fillStyle = inks.panel;
  disc(ctx, x, y, radius + 2.5);
  ctx.fillStyle = inks.win;
  disc(ctx, x, y, radius);
  ctx.strokeStyle = inks.panel;
  ctx.lineWidth = 2.4;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(x - radius * 0.42, y + radius * 0.05);
  ctx.lineTo(x - radius * 0.08, y + radius * 0.38);
  ctx.lineTo(x + radius * 0.46, y - radius * 0.34);
  ctx.stroke();

  const text = `${format.formatTwoDecimals(at)}x`;
  ctx.font = font(14);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const width = ctx.measureText(text).width + 16;
  const left = Math.min(x + radius + 7, box.width - width - 6);
  const top = Math.min(y + 4, box.ground - 30);
  ctx.fillStyle = inks.panel;
  ctx.beginPath();
  ctx.roundRect(left, top, width, 26, 4);
  ctx.fill();
  ctx.fillStyle = inks.win;
  ctx.fillText(text, left + 8, top + 14);
}

/** Presses of the player as rings where they arrived, each with its label below, or above where the ground is near. */
function paintPresses(ctx: CanvasRenderingContext2D, { box, moment, inks, model }: Frame): void {
  const point = pointAt(box, moment.scale, model.growthPerMs);
  const height = 26;
  for (const [row, { flightMs, isLate, label }] of (model.presses ?? []).entries()) {
    const [x, y] = point(flightMs);
    const ink = isLate ? inks.red : inks.win;
    ctx.strokeStyle = inks.panel;
    ctx.lineWidth = 6;
    ring(ctx, x, y, 9);
    ctx.strokeStyle = ink;
    ctx.lineWidth = 3;
    ring(ctx, x, y, 9);
    ctx.font = font(14);
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    const width = ctx.measureText(label).width + 16;
    const left = Math.max(6, Math.min(x - width / 2, box.width - width - 6));
    const distance = 18 + row * (height + 4);
    const fits = y + distance + height < box.ground;
    const top = fits ? y + distance : y - distance - height;
    ctx.fillStyle = inks.panel;
    ctx.beginPath();
    ctx.roundRect(left, top, width, height, 4);
    ctx.fill();
    ctx.fillStyle = inks.text;
    ctx.fillText(label, left + 8, top + height / 2 + 1);
  }
}

function ring(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.stroke();
}

const rays = 16;

/** The firework at the final multiplier: three rings of rays that open and stay, dimmer. */
function paintBurst(
  ctx: CanvasRenderingContext2D,
  { box, moment, inks, reducedMotion }: Frame,
  burstMs: number,
): void {
  const open = reducedMotion ? 1 : 1 - (1 - Math.min(1, burstMs / 620)) ** 3;
  const { x } = moment.rocket;
  const reach = 118 * box.unit + 26;
  const y = Math.max(moment.rocket.y, reach * 0.55);
  const dim = reducedMotion ? 1 : Math.max(0.72, 1 - Math.max(0, burstMs - 600) / 2400);
  ctx.lineCap = 'round';
  ctx.globalAlpha = dim;
  for (const [ring, ink] of [inks.red, inks.bulb, inks.white].entries()) {
    const far = reach * open * (1 - ring * 0.3);
    ctx.strokeStyle = ink;
    ctx.fillStyle = ink;
    ctx.lineWidth = Math.max(1.6, 4.4 * box.unit) * (1 - ring * 0.18);
    for (let ray = 0; ray < rays; ray += 1) {
      const angle = ((ray + ring * 0.5) / rays) * Math.PI * 2;
      const [sx, sy] = [Math.sin(angle), -Math.cos(angle)];
      const from = far * (0.34 + 0.3 * open);
      ctx.beginPath();
      ctx.moveTo(x + sx * from, y + sy * from);
      ctx.lineTo(x + sx * far * 0.86, y + sy * far * 0.86);
      ctx.stroke();
      disc(ctx, x + sx * far, y + sy * far, Math.max(1.6, 3.6 * box.unit));
    }
  }
  ctx.fillStyle = inks.white;
  glint(ctx, x, y, 20 * box.unit + 5);
  ctx.globalAlpha = 1;
}

function disc(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, radius), 0, Math.PI * 2);
  ctx.fill();
}

function glint(ctx: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  const q = size * 0.16;
  ctx.beginPath();
  ctx.moveTo(x, y - size);
  ctx.quadraticCurveTo(x + q, y - q, x + size, y);
  ctx.quadraticCurveTo(x + q, y + q, x, y + size);
  ctx.quadraticCurveTo(x - q, y + q, x - size, y);
  ctx.quadraticCurveTo(x - q, y - q, x, y - size);
  ctx.fill();
}
