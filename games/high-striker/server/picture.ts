/** The picture of a strike: the tower with the target's flag, the puck at its height, and the sign next to it. */
import { inks, meadow, sign, sky } from '@fairground/game-kit/server';
import type { StrikerRound } from '../contract.ts';
import { placeOnTower } from '../tower-scale.ts';

const foot = 352;
const top = 76;
const yOf = (height: number): number => foot - placeOnTower(height) * (foot - top);
const marks = [1, 2, 5, 10, 50, 100, 1_000];

export const drawStrike = ({ height, target, outcome }: StrikerRound): string => {
  const isWon = outcome === 'won';
  const ink = isWon ? '#08694a' : '#a3262f';
  return (
    sky(690, 400) +
    meadow(372) +
    `<g transform="translate(530 24) scale(1.06)">` +
    `<path d="M104 384L118 52H182L196 384Z" fill="${inks.paper}"/><path d="M104 384L118 52H124L112 384ZM196 384L182 52H176L188 384Z" fill="${inks.teal}"/>` +
    '<rect x="138" y="64" width="24" height="300" rx="4" fill="#2a1b3a"/>' +
    marks
      .map(
        (mark) =>
          `<path d="M126 ${yOf(mark)}H136M164 ${yOf(mark)}H174" stroke="#46304f" stroke-width="2.5"/>` +
          sign(`${mark}x`, { x: 208, y: yOf(mark) + 6, size: 18, anchor: 'start', font: 'Figtree' }),
      )
      .join('') +
    `<g transform="translate(0 ${yOf(target)})"><path d="M78 0H162" stroke="${inks.sky}" stroke-width="3" stroke-dasharray="6 4"/><path d="M78 -13H34L42 0L34 13H78Z" fill="${inks.sky}"/></g>` +
    `<path d="M150 22V12" stroke="#b9770f" stroke-width="5"/><path d="M116 60Q120 18 150 18T184 60Z" fill="${inks.gold}"/><path d="M110 60H190V68H110Z" fill="#b9770f"/><circle cx="150" cy="71" r="7" fill="#7a4a05"/>` +
    `<rect x="132" y="${yOf(height) - 7}" width="36" height="14" rx="5" fill="${inks.stripe}"/><rect x="132" y="${yOf(height) - 7}" width="36" height="5" rx="2" fill="#ff8a8a"/>` +
    `<path d="M84 372H216L226 398H74Z" fill="#a63d52"/><path d="M84 372H216L219 380H81Z" fill="${inks.stripe}"/>` +
    '</g>' +
    `<rect x="96" y="150" width="400" height="150" rx="16" fill="#fff3da" stroke="${isWon ? ink : '#a63d52'}" stroke-width="6"/>` +
    sign(`${height.toFixed(2)}x`, { x: 296, y: 250, size: 76, ink })
  );
};
