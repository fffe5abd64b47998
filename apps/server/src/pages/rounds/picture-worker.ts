/** Draws pictures of rounds on a thread of its own, so that no request waits for it: SVG and two lines of text in, PNG out. */
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { createCanvas, GlobalFonts, Image, type SKRSContext2D } from '@napi-rs/canvas';

export interface PictureJob {
  /** A complete SVG document of 1200 by 470. */
  scene: string;
  title: string;
  summary: string;
}

const width = 1200;
const height = 630;
const sceneHeight = 470;
const margin = 48;

for (const [name, file] of [
  ['Bungee', import.meta.resolve('@fontsource/bungee/files/bungee-latin-400-normal.woff2')],
  ['Figtree', import.meta.resolve('@fontsource/figtree/files/figtree-latin-700-normal.woff2')],
] as const) {
  if (!GlobalFonts.registerFromPath(fileURLToPath(file), name)) {
    throw new Error(`the font ${name} could not be read`);
  }
}

const draw = async ({ scene, title, summary }: PictureJob): Promise<Buffer> => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#151130';
  context.fillRect(0, 0, width, height);
  const image = new Image();
  image.src = Buffer.from(scene);
  await image.decode();
  context.drawImage(image, 0, 0);
  context.fillStyle = '#ffb627';
  context.fillRect(0, sceneHeight, width, 6);
  context.textBaseline = 'alphabetic';
  const brandWidth = writeBrand(context);
  context.fillStyle = '#fff8ea';
  writeWithin(context, {
    text: title,
    family: 'Bungee',
    size: 44,
    y: 544,
    maxWidth: width - 3 * margin - brandWidth,
  });
  context.fillStyle = '#eadfc8';
  writeWithin(context, { text: summary, family: 'Figtree', size: 32, y: 598, maxWidth: width - 2 * margin });
  return canvas.encode('png');
};

/** At the right; returns its width. */
const writeBrand = (context: SKRSContext2D): number => {
  context.font = '30px Bungee';
  const brand = context.measureText('Fairground').width;
  context.fillStyle = '#ffd166';
  context.fillText('Fairground', width - margin - brand, 540);
  return brand;
};

interface Line {
  text: string;
  family: string;
  size: number;
  y: number;
  maxWidth: number;
}

/** Smaller where the line would be too long. */
const writeWithin = (context: SKRSContext2D, { text, family, size, y, maxWidth }: Line): void => {
  context.font = `${size}px ${family}`;
  const needed = context.measureText(text).width;
  if (needed > maxWidth) context.font = `${Math.floor((size * maxWidth) / needed)}px ${family}`;
  context.fillText(text, margin, y);
};

parentPort?.on('message', (job: PictureJob) => {
  void draw(job).then(
    (picture) => parentPort?.postMessage({ picture }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
