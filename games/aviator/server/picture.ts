/** The picture of a round: the trail up to its burst, by the geometry of the stage. */
import { inks, meadow, sceneSize, sign, sky, tent } from '@fairground/game-kit/server';
import type { AviatorRound } from '../round-contract.ts';
import { momentOf, pointAt, stageBox } from '../web/stage/stage-model.ts';

const box = stageBox(sceneSize.width, sceneSize.height);
const samples = 60;
const rays = 16;

export const drawRound = ({ status, crashMultiplier, growthPerMs, marks }: AviatorRound): string => {
  const model = {
    phase: 'crashed' as const,
    startedAtMs: 0,
    growthPerMs,
    crashMultiplier,
    countdown: 0,
    cashedOutAt: [],
    autoCashOuts: [],
    marks,
  };
  const moment = momentOf(model, box, 0);
  const point = pointAt(box, moment.scale, growthPerMs);
  const fair =
    sky(672, box.ground - 30) +
    meadow(box.ground - 8) +
    tent(400, box.ground + 2, 0.62, inks.teal) +
    tent(720, box.ground + 2, 0.44, '#dea93a') +
    tent(1060, box.ground + 2, 0.68, inks.stripe);
  if (status === 'void' || crashMultiplier === null) return fair;
  const trail = Array.from({ length: samples + 1 }, (_, at) => {
    const [x, y] = point((moment.flightMs * at) / samples);
    return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join('');
  const strokes = [
    [inks.red, 20],
    [inks.gold, 13],
    [inks.text, 6],
  ].map(
    ([ink, width]) =>
      `<path d="${trail}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" opacity="0.8"/>`,
  );
  const lights = marks.map(({ at, count }) => {
    const [x, y] = point(Math.log(Math.max(1, at)) / growthPerMs);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${Math.min(9, 4.5 + Math.log2(count)).toFixed(1)}" fill="${inks.win}" stroke="${inks.panel}" stroke-width="2"/>`;
  });
  return (
    fair +
    strokes.join('') +
    lights.join('') +
    burst(moment.rocket.x, Math.max(moment.rocket.y, 90)) +
    sign(`${crashMultiplier.toFixed(2)}x`, { x: 64, y: 150, size: 120, ink: '#ff8f8f', anchor: 'start' })
  );
};

/** Three rings of rays around a white light, as the stage paints them. */
const burst = (x: number, y: number): string =>
  [inks.red, inks.bulb, inks.text]
    .flatMap((ink, ring) => {
      const far = 128 * (1 - ring * 0.3);
      return Array.from({ length: rays }, (_, ray) => {
        const angle = ((ray + ring * 0.5) / rays) * Math.PI * 2;
        const at = (radius: number): string =>
          `${(x + Math.sin(angle) * radius).toFixed(1)} ${(y - Math.cos(angle) * radius).toFixed(1)}`;
        const [cx, cy] = at(far).split(' ');
        return (
          `<path d="M${at(far * 0.6)}L${at(far * 0.86)}" stroke="${ink}" stroke-width="5" stroke-linecap="round"/>` +
          `<circle cx="${cx}" cy="${cy}" r="4" fill="${ink}"/>`
        );
      });
    })
    .join('') + `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="12" fill="${inks.text}"/>`;
