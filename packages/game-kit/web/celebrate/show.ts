/** Draws a celebration on a canvas above the page, which ignores presses and is removed once it is over. */
export interface Celebration {
  isLarge: boolean;
  /** How many coins fly. */
  coins: number;
}

const flightMs = 620;
const betweenCoinsMs = 45;
const fireworkMs = 2_400;
const gravity = 0.00016;
const day = ['#e4572e', '#9b5de5', '#159a6c', '#1f7ac2'];
const night = ['#ffd166', '#ff6b6b', '#4fe0b0', '#6cc5ff'];

interface Point {
  x: number;
  y: number;
}

interface Coin {
  from: Point;
  startMs: number;
}

interface Rocket {
  at: Point;
  startMs: number;
  ink: string;
  reach: number;
}

/** Chance of the eye alone: nothing of the game follows from it. */
const between = (min: number, max: number): number => min + Math.random() * (max - min);

let shown: { isLarge: boolean; end(): void } | null = null;

/** One at a time: a large win takes the place of a small one, and others are left out while one is shown. */
export function show({ isLarge, coins }: Celebration): void {
  const stage = document.querySelector('[data-part=stage]')?.getBoundingClientRect();
  const balance = document.querySelector<HTMLElement>('[data-part=balance]');
  if (stage === undefined || (shown !== null && (shown.isLarge || !isLarge))) return;
  shown?.end();
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d');
  if (ctx === null) return;
  canvas.setAttribute('aria-hidden', 'true');
  canvas.dataset['celebration'] = isLarge ? 'large' : 'small';
  canvas.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;z-index:60;pointer-events:none';
  const { innerWidth: width, innerHeight: height } = window;
  const density = Math.min(2, window.devicePixelRatio || 1);
  canvas.width = width * density;
  canvas.height = height * density;
  ctx.scale(density, density);
  document.body.append(canvas);

  const middle = centerOf(visiblePart(stage, height));
  const target = balance === null ? null : centerOf(balance.getBoundingClientRect());
  const flown = (target === null ? [] : Array.from({ length: coins })).map((_, at): Coin => ({
    from: { x: middle.x + between(-60, 60), y: middle.y + between(-30, 30) },
    startMs: at * betweenCoinsMs,
  }));
  const rockets = isLarge ? rocketsOver(visiblePart(stage, height)) : [];
  const coinsMs = flightMs + flown.length * betweenCoinsMs;
  const lastsMs = Math.max(coinsMs, isLarge ? fireworkMs : 0);
  const beganMs = performance.now();
  let frame = requestAnimationFrame(paint);
  let isLanded = false;
  const end = (): void => {
    cancelAnimationFrame(frame);
    canvas.remove();
    shown = null;
  };
  shown = { isLarge, end };

  function paint(nowMs: number): void {
    const ms = nowMs - beganMs;
    if (ctx === null || ms >= lastsMs) return end();
    ctx.clearRect(0, 0, width, height);
    for (const rocket of rockets) paintBurst(ctx, rocket, ms - rocket.startMs);
    if (target !== null) for (const coin of flown) paintCoin(ctx, coin, target, ms - coin.startMs);
    if (!isLanded && ms >= flightMs) {
      isLanded = true;
      balance?.animate({ transform: ['none', 'scale(1.14)', 'none'] }, 280);
    }
    frame = requestAnimationFrame(paint);
  }
}

const centerOf = ({ x, y, width, height }: DOMRect): Point => ({ x: x + width / 2, y: y + height / 2 });

/** A stage that is scrolled away in part is celebrated where it can be seen. */
function visiblePart({ x, y, width, height }: DOMRect, pageHeight: number): DOMRect {
  const top = Math.min(Math.max(0, y), pageHeight - 1);
  return new DOMRect(x, top, width, Math.max(1, Math.min(pageHeight, y + height) - top));
}

function rocketsOver({ x, y, width, height }: DOMRect): Rocket[] {
  const inks = document.documentElement.dataset['theme'] === 'day' ? day : night;
  const reach = Math.min(width, height) * 0.34;
  return [0.5, 0.2, 0.8, 0.35, 0.66].map((along, index) => ({
    at: { x: x + along * width, y: y + height * (index === 0 ? 0.36 : between(0.2, 0.5)) },
    startMs: index * 260,
    ink: inks[index % inks.length] ?? '#ffd166',
    reach: reach * (index === 0 ? 1.25 : between(0.7, 1)),
  }));
}

/** Rays that open fast, hang, and fall as they go out. */
function paintBurst(ctx: CanvasRenderingContext2D, { at, ink, reach }: Rocket, ms: number): void {
  const lastsMs = 1_300;
  if (ms < 0 || ms > lastsMs) return;
  const open = 1 - (1 - Math.min(1, ms / 700)) ** 3;
  const fall = gravity * ms * ms * 0.5;
  ctx.globalAlpha = Math.min(1, (lastsMs - ms) / 600);
  ctx.strokeStyle = ink;
  ctx.fillStyle = ink;
  ctx.lineCap = 'round';
  for (let ray = 0; ray < 36; ray += 1) {
    const ring = ray % 2 === 0 ? 1 : 0.62;
    const angle = (ray / 36) * Math.PI * 2;
    const [dx, dy] = [Math.sin(angle) * reach * ring, -Math.cos(angle) * reach * ring];
    const y = at.y + dy * open + fall;
    ctx.lineWidth = 3.4;
    ctx.beginPath();
    ctx.moveTo(at.x + dx * open * 0.56, y - dy * open * 0.44);
    ctx.lineTo(at.x + dx * open, y);
    ctx.stroke();
    disc(ctx, at.x + dx * open, y, 4);
  }
  ctx.globalAlpha = 1;
}

/** An arc to the balance, faster towards its end, and turning as it goes. */
function paintCoin(ctx: CanvasRenderingContext2D, { from, startMs }: Coin, to: Point, ms: number): void {
  if (ms < 0 || ms > flightMs) return;
  const along = (ms / flightMs) ** 1.6;
  const over = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 90 + (startMs % 60) };
  const bezier = (a: number, b: number, c: number): number =>
    (1 - along) ** 2 * a + 2 * (1 - along) * along * b + along ** 2 * c;
  ctx.save();
  ctx.translate(bezier(from.x, over.x, to.x), bezier(from.y, over.y, to.y));
  ctx.scale(Math.max(0.18, Math.abs(Math.cos(ms / 90 + startMs))), 1);
  ctx.globalAlpha = Math.min(1, ms / 80);
  ctx.fillStyle = '#b9770f';
  disc(ctx, 0, 1, 10);
  ctx.fillStyle = '#ffb627';
  disc(ctx, 0, 0, 10);
  ctx.strokeStyle = '#8a5606';
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.arc(0, 0, 6.5, 0, Math.PI * 2);
  ctx.stroke();
  ctx.restore();
}

function disc(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
}
