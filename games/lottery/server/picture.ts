/** The picture of a draw: its six balls in the night before the fair. */
import { inks, meadow, sign, sky, tent } from '@fairground/game-kit/server';
import type { LotteryRound } from '../round-contract.ts';

const radius = 82;

export const drawDraw = ({ winningNumbers }: LotteryRound): string =>
  sky(600, 380) +
  meadow(372) +
  tent(92, 424, 0.6, inks.teal) +
  tent(1112, 420, 0.56, '#dea93a') +
  winningNumbers.map((number, at) => ball(115 + at * 194, 208, number)).join('');

const ball = (x: number, y: number, number: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${inks.gold}"/>` +
  `<path d="M${x - radius * 0.86} ${y + radius * 0.52}A${radius} ${radius} 0 0 0 ${x + radius * 0.86} ${y + radius * 0.52}Z" fill="#d98f12"/>` +
  `<circle cx="${x}" cy="${y - 5}" r="${radius * 0.66}" fill="${inks.text}"/>` +
  sign(String(number), { x, y: y + 16, size: 60, ink: inks.panel, font: 'Figtree' });
