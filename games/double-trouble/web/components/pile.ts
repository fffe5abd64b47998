/** Where balls stop in a round drum: dropped, pushed apart, and stopped by the wall. The same on every render. */
import { scatter, short } from '@fairground/site-kit/art/random.ts';

interface Place {
  x: number;
  y: number;
}

interface Pile {
  places: readonly Place[];
  radius: number;
}

const steps = 260;

/** Balls of one size in a drum of radius `drum` around (0, 0); together they fill a bit more than half of it. */
export function pileOf(count: number, drum: number, seed: number): Pile {
  const radius = drum * Math.sqrt(0.5 / Math.max(count, 1));
  const wall = drum - radius - 2;
  const gap = radius * 2 + 1;
  const balls = scatter(count, seed).map(([a, b]) => ({
    x: (a - 0.5) * drum * 1.3,
    y: (b - 0.7) * drum,
  }));
  for (let step = 0; step < steps; step++) {
    // They sink ever more slowly, so that the last steps only push apart.
    const sink = 3.2 * (1 - step / steps);
    for (const ball of balls) ball.y += sink;
    for (let round = 0; round < 3; round++) pushApart(balls, gap, wall);
  }
  for (let round = 0; round < 30; round++) pushApart(balls, gap, wall);
  return { places: balls.map(({ x, y }) => ({ x: short(x), y: short(y) })), radius: short(radius) };
}

function pushApart(balls: Place[], gap: number, wall: number): void {
  for (let one = 0; one < balls.length; one++) {
    for (let other = one + 1; other < balls.length; other++) {
      const a = balls[one] as Place;
      const b = balls[other] as Place;
      const dx = b.x - a.x || 0.01;
      const dy = b.y - a.y;
      const distance = Math.hypot(dx, dy);
      if (distance >= gap) continue;
      const push = (gap - distance) / distance / 2;
      a.x -= dx * push;
      a.y -= dy * push;
      b.x += dx * push;
      b.y += dy * push;
    }
  }
  for (const ball of balls) {
    const distance = Math.hypot(ball.x, ball.y);
    if (distance <= wall) continue;
    ball.x *= wall / distance;
    ball.y *= wall / distance;
  }
}

/** The numbers 1 to max without the one that lies outside, mixed again for each draw. */
export function mixedNumbers(max: number, without: number | null, seed: number): number[] {
  const numbers = Array.from({ length: max }, (_, index) => index + 1).filter((n) => n !== without);
  const keys = scatter(numbers.length, seed).map(([a]) => a);
  return numbers
    .map((number, index) => ({ number, key: keys[index] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ number }) => number);
}
