/** The picture of a spin: the upper half of the wheel, large, with the drawn gondola at the top under the lantern. */
import { inks, sign, sky } from '@fairground/game-kit/server';
import type { WheelRound } from '../round-contract.ts';
import { restingAt } from '../web/components/turn.ts';

const center = { x: 600, y: 470, scale: 1.82 };

export const drawSpin = ({ segment, values }: WheelRound): string => {
  const step = 360 / values.length;
  const turn = restingAt(segment);
  return (
    sky(center.x, center.y - 60) +
    `<g transform="translate(${center.x} ${center.y}) scale(${center.scale})">` +
    values.map((_, at) => wedge(turn + at * step, step, at)).join('') +
    (values.length > 0 ? wedge(0, step, 0, inks.bulb, 0.3) : '') +
    `<circle r="178" fill="none" stroke="${inks.teal}" stroke-width="20"/><circle r="188" fill="none" stroke="${inks.paper}" stroke-width="3"/><circle r="168" fill="none" stroke="${inks.paper}" stroke-width="2"/>` +
    Array.from({ length: 32 }, (_, at) => {
      const [x, y] = onCircle(11.25 * (at + 0.5), 178);
      return `<circle cx="${x}" cy="${y}" r="4" fill="${inks.bulb}"/>`;
    }).join('') +
    values
      .map((value, at) => {
        const [x, y] = onCircle(turn + at * step, 158);
        return `<g transform="translate(${x} ${y})">${gondola(value)}</g>`;
      })
      .join('') +
    `<path d="M-17 -240H17L20 -226L0 -190L-20 -226Z" fill="${inks.text}" stroke="${inks.night}" stroke-width="3"/><circle cy="-223" r="7" fill="${inks.gold}"/>` +
    '</g>'
  );
};

const onCircle = (degrees: number, radius: number): [number, number] => {
  const angle = (degrees * Math.PI) / 180;
  return [
    Math.round(Math.sin(angle) * radius * 100) / 100,
    Math.round(-Math.cos(angle) * radius * 100) / 100,
  ];
};

const wedge = (angle: number, step: number, at: number, ink?: string, opacity = 1): string => {
  const [from, to] = [onCircle(angle - step / 2, 168), onCircle(angle + step / 2, 168)];
  return `<path d="M0 0L${from.join(' ')}A168 168 0 0 1 ${to.join(' ')}Z" fill="${ink ?? (at % 2 === 0 ? '#1e1942' : '#262052')}" opacity="${opacity}"/>`;
};

const paintOf = (value: number): string => {
  if (value === 0) return '#7d7599';
  if (value >= 500) return inks.gold;
  if (value >= 100) return inks.stripe;
  return value >= 50 ? '#dea93a' : inks.teal;
};

const gondola = (value: number): string =>
  `<path d="M-21 12V40M21 12V40" stroke="${inks.night}" stroke-width="2"/><path d="M-28 15Q0 -9 28 15Q14 11 0 11T-28 15Z" fill="${paintOf(value)}"/>` +
  `<path d="M-25 40H25L20 51Q0 56 -20 51Z" fill="${paintOf(value)}"/><rect x="-27" y="15" width="54" height="26" rx="4" fill="${value === 0 ? inks.quiet : inks.text}"/>` +
  sign(String(value), { x: 0, y: 35, size: value >= 1000 ? 19 : 21, ink: inks.night, font: 'Figtree' });
