/** The picture of a game: its meadow with every plot open, and the ones that were turned in full light. */
import { inks } from '@fairground/game-kit/server';
import { burntStars, gemFaces, soil } from '../plot-shapes.ts';
import type { MinefieldRound } from '../round-contract.ts';

const size = 84;
const gap = 8;

export const drawGame = (round: MinefieldRound): string => {
  const rows = Math.ceil(round.tiles / round.columns);
  const left = 600 - (round.columns * (size + gap) - gap) / 2;
  const top = 235 - (rows * (size + gap) - gap) / 2 + 4;
  const plots = Array.from({ length: round.tiles }, (_, id) => {
    const x = left + (id % round.columns) * (size + gap);
    const y = top + Math.floor(id / round.columns) * (size + gap);
    return `<g transform="translate(${x} ${y}) scale(${size / 100})">${plot(id, round)}</g>`;
  });
  return (
    '<rect width="1200" height="470" fill="#10292c"/><circle cx="600" cy="260" r="430" fill="#153438"/><circle cx="600" cy="260" r="270" fill="#1b4143"/>' +
    lanterns +
    plots.join('')
  );
};

const plot = (id: number, { gems, hit, mines }: MinefieldRound): string => {
  const isMine = mines.includes(id);
  const ground = `<rect width="100" height="100" rx="14" fill="${isMine ? '#2a1a1c' : '#24161a'}"/><path d="${soil}" fill="${isMine ? '#3a2422' : '#38231f'}"/>`;
  if (isMine) {
    const isHit = id === hit;
    return (
      ground +
      `<path d="${burntStars.edge}" fill="#120b0e"/><path d="${burntStars.embers}" fill="${isHit ? inks.red : '#4a2f2b'}"/><path d="${burntStars.middle}" fill="${isHit ? inks.bulb : '#120b0e'}"/>` +
      (isHit
        ? `<rect x="-3" y="-3" width="106" height="106" rx="16" fill="none" stroke="#ff8a8a" stroke-width="4"/>`
        : '')
    );
  }
  const isFound = gems.includes(id);
  return (
    ground +
    (isFound ? light : '') +
    `<g transform="translate(50 69) scale(1.15)" opacity="${isFound ? 1 : 0.35}">` +
    gemFaces.map(([d, ink]) => `<path d="${d}" fill="${ink}"/>`).join('') +
    '</g>'
  );
};

const light = Array.from(
  { length: 12 },
  (_, at) =>
    `<path d="M-3 -27L-5 -42H5L3 -27Z" transform="translate(50 53) rotate(${at * 30})" fill="${inks.bulb}"/>`,
).join('');

/** On a cord at both sides of the meadow. */
const lanterns = [90, 210, 330, 870, 990, 1110]
  .map(
    (x, at) =>
      `<path d="M${x} 0V${46 + (at % 2) * 26}" stroke="#6b6491" stroke-width="2"/>` +
      `<rect x="${x - 20}" y="${46 + (at % 2) * 26}" width="40" height="48" rx="14" fill="${inks.bulb}"/>` +
      `<path d="M${x} ${46 + (at % 2) * 26}V${94 + (at % 2) * 26}" stroke="#e59e1d" stroke-width="3"/>`,
  )
  .join('');
