/** The picture of a draw: the drum with the balls that stayed in it, and the drawn one on its stand. */
import { inks, sceneSize, sign } from '@fairground/game-kit/server';
import type { DoubleTroubleRound } from '../round-contract.ts';
import { sideOf } from '../rules.ts';
import { mixedNumbers, pileOf } from '../web/components/pile.ts';

const { width, height } = sceneSize;
const inkOf = { Under: inks.sky, Over: inks.gold, Exact: '#eadfc8' } as const;
const drum = { x: 690, y: 268, scale: 0.98 };
const inner = 158;
const rim = 196;

export const drawDraw = ({ winningNumber, max }: DoubleTroubleRound): string => {
  const numbers = mixedNumbers(max, winningNumber, 0);
  const { places, radius } = pileOf(numbers.length, inner, 0);
  const balls = numbers.map((number, at) => {
    const place = places[at];
    return place ? ball(place.x, place.y, radius, number, max) : '';
  });
  const lights = Array.from({ length: 30 }, (_, at) => {
    const angle = (Math.PI * 2 * at) / 30;
    const middle = (inner + 6 + rim) / 2;
    return `<circle cx="${(Math.sin(angle) * middle).toFixed(1)}" cy="${(-Math.cos(angle) * middle).toFixed(1)}" r="7.5" fill="${inks.bulb}"/>`;
  });
  return (
    tentInside +
    `<g transform="translate(${drum.x} ${drum.y}) scale(${drum.scale})">` +
    '<path d="M-96 150L-140 232H-112L-62 172ZM96 150L140 232H112L62 172Z" fill="#b9770f"/>' +
    `<path d="M192 8H232V66" fill="none" stroke="${inks.paper}" stroke-width="11"/><rect x="220" y="62" width="24" height="38" rx="7" fill="${inks.stripe}"/>` +
    `<circle r="${rim}" fill="#8c3648"/><circle r="${rim - 1.5}" fill="none" stroke="${inks.paper}" stroke-width="3"/><circle r="${inner + 6}" fill="${inks.paper}"/><circle r="${inner}" fill="#120e24"/>` +
    balls.join('') +
    lights.join('') +
    '</g>' +
    (winningNumber === null
      ? ''
      : `<path d="M178 330H302L290 356H190ZM190 356H290L296 462H184Z" fill="#8c3648"/><path d="M178 330H302L290 356H190Z" fill="${inks.paper}"/>` +
        ball(240, 246, 88, winningNumber, max)) +
    canopy
  );
};

const ball = (x: number, y: number, r: number, number: number, max: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${inkOf[sideOf(number, max === 50 ? 50 : 30)]}"/>` +
  `<circle cx="${x}" cy="${y}" r="${r * 0.66}" fill="${inks.text}"/>` +
  sign(String(number), {
    x,
    y: y + r * 0.3,
    size: r * (number > 9 ? 0.82 : 0.9),
    ink: inks.night,
    font: 'Figtree',
  });

const tentInside =
  `<rect width="${width}" height="${height}" fill="#231226"/>` +
  Array.from(
    { length: 13 },
    (_, at) =>
      `<path d="M600 -60L540 1100H660Z" transform="rotate(${-78 + at * 13} 600 -60)" fill="#31193a"/>`,
  ).join('') +
  `<path d="M0 440Q600 390 1200 440V474H0Z" fill="#170d1d"/>`;

const stripes = 17;
const stripe = width / stripes;

const canopy = Array.from({ length: stripes }, (_, at) => {
  const left = at * stripe;
  const top = (x: number): number => 600 + (x - 600) * 0.5;
  const [ink, other] = at % 2 === 0 ? [inks.stripe, inks.paper] : [inks.paper, inks.stripe];
  return (
    `<path d="M${top(left)} -4H${top(left + stripe)}L${left + stripe} 34H${left}Z" fill="${ink}"/>` +
    `<path d="M${left} 42H${left + stripe}V52A${stripe / 2} 30 0 0 1 ${left} 52Z" fill="${other}"/>`
  );
})
  .concat(`<rect y="33" width="${width}" height="10" fill="${inks.gold}"/>`)
  .join('');
