/** Rules for styles that the linters do not check. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const find = (extensions: string): string[] =>
  globSync(
    ['apps/web/src', 'packages/site-kit/src', 'packages/game-kit/web', 'games/*/web'].map(
      (folder) => `${folder}/**/*.${extensions}`,
    ),
    { cwd: root },
  ).filter((file) => !file.endsWith('.test.ts'));

/** Text in pixels stays small where the browser's text is set to be larger. */
const pixelText = [
  /font(?:-size)?:[^;]*\dpx/g,
  /line-height:[^;]*\dpx/g,
  /\b(?:text|leading)-\[[^\]]*\dpx[^\]]*\]/g,
];

it('finds sizes of text in pixels', () => {
  for (const style of ['font-size: 14px;', 'font: 700 14px Figtree;', 'line-height: 20px;'])
    expect(
      pixelText.some((pattern) => style.match(pattern)),
      style,
    ).toBe(true);
  for (const style of ['sm:text-[13px]', 'leading-[26px]', 'text-[clamp(20px,5vw,2rem)]'])
    expect(
      pixelText.some((pattern) => style.match(pattern)),
      style,
    ).toBe(true);
  expect(pixelText.some((pattern) => 'text-[var(--size)] leading-5 border-[5px]'.match(pattern))).toBe(false);
});

it('no size of text is in pixels', () => {
  const found = find('{css,ts,tsx}').flatMap((file) =>
    pixelText.flatMap((pattern) => [...read(file).matchAll(pattern)].map(([style]) => `${file}: ${style}`)),
  );
  expect(found).toEqual([]);
});

it('every size of text in a sheet is a token of the theme', () => {
  const tokens = new Set(read('packages/site-kit/src/ui/theme.css').match(/--text-\d+(?=:)/g));
  const used = find('css').flatMap((file) => read(file).match(/(?<=var\()--text-\d+/g) ?? []);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((token) => !tokens.has(token))).toEqual([]);
  const classes = find('tsx').flatMap((file) => read(file).match(/(?<=[\s'":])text-\d+(?=[\s'"])/g) ?? []);
  expect(classes.filter((name) => !tokens.has(`--${name}`))).toEqual([]);
});

const layers = [
  ['apps/web/src/features/', 'feature'],
  ['games/', 'game'],
  ['packages/game-kit/', 'kit'],
] as const;

it('the styles of features, games and their kit are modules inside a layer', () => {
  const sheets = find('css').filter((file) => !file.startsWith('packages/site-kit/src/'));
  expect(sheets.length).toBeGreaterThan(0);
  for (const sheet of sheets) {
    expect(sheet).toMatch(/\.module\.css$/);
    const layer = layers.find(([folder]) => sheet.startsWith(folder))?.[1];
    const text = read(sheet)
      .replaceAll(/\/\*.*?\*\//gs, '')
      .trim();
    const open = `@layer ${layer} {`;
    expect(text.startsWith(open), sheet).toBe(true);
    // The brace that closes the layer is the last one.
    let depth = 0;
    const end = text.split('').findIndex((sign, at) => {
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      return at >= open.length && depth === 0;
    });
    expect(end, sheet).toBe(text.length - 1);
  }
});

it('what is light stays so where the browser darkens pages: findings/forced-dark-takes-light-for-undecided.sh', () => {
  const schemes = find('css').flatMap((file) => read(file).match(/(?<=color-scheme: )[^;]+/g) ?? []);
  expect(new Set(schemes)).toEqual(new Set(['dark', 'only light']));
});
