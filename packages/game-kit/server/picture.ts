/**
 * What the shared pictures of rounds are drawn with: SVG as text, by night. The scenery follows the components of
 * packages/site-kit/src/art, which only pages can render; a game adds what its round looked like.
 */

/** The scene of a picture; the site writes the title and the result below it. */
export const sceneSize = { width: 1200, height: 470 } as const;

export const inks = {
  ground: '#0e0b1f',
  panel: '#151130',
  text: '#fff8ea',
  quiet: '#b8ad99',
  bulb: '#ffd166',
  gold: '#ffb627',
  red: '#ff6b6b',
  win: '#4fe0b0',
  sky: '#6cc5ff',
  paper: '#efdfb8',
  teal: '#2f7f86',
  stripe: '#d9575f',
  night: '#0e0b1f',
} as const;

const rings = ['#130f2a', '#1a1539', '#241c4a', '#33244f', '#4a2f51'];

/** The night sky: rings around the fair's light at (cx, cy), and stars. */
export const sky = (cx: number, cy: number): string =>
  `<rect width="1200" height="470" fill="#0e0b1f"/>` +
  rings
    .map((ink, at) => `<circle cx="${cx}" cy="${cy}" r="${190 + (4 - at) * 150}" fill="${ink}"/>`)
    .join('') +
  Array.from({ length: 70 }, (_, at) => {
    // Scattered by two irrational steps, which never line up.
    const [across, up, size] = [share(at * 0.7548776662), share(at * 0.5698402909), share(at * 0.3819660113)];
    return `<circle cx="${short(across * 1200)}" cy="${short(up * 300)}" r="${short(0.8 + size * 1.4)}" fill="#fff8ea" opacity="${short(0.35 + size * 0.6)}"/>`;
  }).join('');

const share = (value: number): number => value - Math.floor(value);
const short = (value: number): number => Math.round(value * 100) / 100;

/** Three bands of meadow, from `y` down. */
export const meadow = (y: number): string =>
  [
    [y, '#15302f'],
    [y + 24, '#1a4745'],
    [y + 74, '#14352f'],
  ]
    .map(
      ([top, ink]) =>
        `<path fill="${ink}" d="M0 ${top}C240 ${Number(top) - 12} 430 ${Number(top) + 8} 660 ${Number(top) - 4}S1080 ${Number(top) - 10} 1200 ${top}V474H0Z"/>`,
    )
    .join('');

/** A striped tent that stands on (x, y). */
export const tent = (x: number, y: number, scale: number, ink: string): string => {
  const stripes = 9;
  const wall = 168 / stripes;
  const roof = 200 / stripes;
  const paint = (at: number): string => (at % 2 === 0 ? ink : inks.paper);
  const each = <Item>(make: (at: number) => Item): Item[] =>
    Array.from({ length: stripes }, (_, at) => make(at));
  return (
    `<g transform="translate(${x} ${y}) scale(${scale})">` +
    each(
      (at) =>
        `<rect x="${short(-84 + at * wall)}" y="-74" width="${short(wall + 0.4)}" height="74" fill="${paint(at)}"/>`,
    ).join('') +
    `<path d="M-20 0V-22Q-20 -46 0 -50Q20 -46 20 -22V0Z" fill="#ffb627"/>` +
    each((at) => {
      const left = short(-100 + at * roof);
      const right = short(left + roof);
      return `<path d="M0 -167Q${short(left * 0.4)} -114 ${left} -72Q${short((left + right) / 2)} -56 ${right} -72Q${short(right * 0.4)} -114 0 -167Z" fill="${paint(at)}"/>`;
    }).join('') +
    `<path d="M-1.4 -164V-204H1.4V-164Z" fill="#d9cba9"/><path d="M1.4 -203L34 -193L1.4 -182Z" fill="${inks.bulb}"/></g>`
  );
};

interface Sign {
  x: number;
  y: number;
  size: number;
  ink?: string;
  anchor?: 'start' | 'middle' | 'end';
  /** The type of signs, or that of texts. */
  font?: 'Bungee' | 'Figtree';
}

/** `text` has nothing that SVG would have to escape: figures and an x. */
export const sign = (
  text: string,
  { x, y, size, ink = inks.text, anchor = 'middle', font = 'Bungee' }: Sign,
): string =>
  `<text x="${x}" y="${y}" font-family="${font}" font-size="${size}" font-weight="${font === 'Bungee' ? 400 : 700}" text-anchor="${anchor}" fill="${ink}">${text}</text>`;
