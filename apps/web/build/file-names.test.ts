import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nameFiles } from './file-names.ts';
import { readManifest, type Manifest } from './manifest.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-names-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const manifest: Manifest = {
  'index.html': { file: 'assets/first-AAAAAAAA.js', name: 'first', dynamicImports: ['_main-BBBBBBBB.js'] },
  '_main-BBBBBBBB.js': {
    file: 'assets/main-BBBBBBBB.js',
    name: 'main',
    imports: ['index.html'],
    dynamicImports: ['games/one/web/page.tsx', 'games/two/web/page.tsx'],
  },
  'games/one/web/page.tsx': {
    file: 'assets/page-CCCCCCCC.js',
    name: 'page',
    src: 'games/one/web/page.tsx',
    imports: ['_main-BBBBBBBB.js'],
    css: ['assets/page-DDDDDDDD.css'],
  },
  'games/two/web/page.tsx': { file: 'assets/page-EEEEEEEE.js', name: 'page', src: 'games/two/web/page.tsx' },
};

const deps = (...files: string[]): string =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(files)})))=>i.map(i=>d[i]);`;

const firstScript = `${deps('assets/main-BBBBBBBB.js')}export const a=()=>import('./main-BBBBBBBB.js');`;

const files = {
  'index.html': '<head><script type="module" src="/assets/first-AAAAAAAA.js"></script></head>',
  'assets/first-AAAAAAAA.js': firstScript,
  'assets/main-BBBBBBBB.js':
    `${deps('assets/page-CCCCCCCC.js', 'assets/main-BBBBBBBB.js', 'assets/page-DDDDDDDD.css')}` +
    'import{a}from"./first-AAAAAAAA.js";export const pages=[()=>import(`./page-CCCCCCCC.js`),' +
    '()=>import("./page-EEEEEEEE.js")];',
  'assets/page-CCCCCCCC.js':
    'import{pages as p}from"./main-BBBBBBBB.js";import"./first-AAAAAAAA.js";p("text");',
  'assets/page-DDDDDDDD.css': '.page{color:red}',
  'assets/page-EEEEEEEE.js': 'export default 2;',
};

/** Writes the bundle with some files changed, and names its files. */
async function build(changed: Partial<typeof files> = {}): Promise<Set<string>> {
  await rm(join(folder, 'assets'), { recursive: true, force: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, '.vite'), { recursive: true });
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  for (const [file, text] of Object.entries({ ...files, ...changed }))
    await writeFile(join(folder, file), text);
  await nameFiles(folder);
  return new Set(await readdir(join(folder, 'assets')));
}

const readMap = async (): Promise<Record<string, string>> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const text = /<script type="importmap">(.*?)<\/script>\s*<script type="module"/s.exec(html)?.[1] ?? '';
  return (JSON.parse(text) as { imports: Record<string, string> }).imports;
};

const readFileNamed = async (name: RegExp): Promise<string> => {
  const file = (await readdir(join(folder, 'assets'))).find((each) => name.test(each)) ?? '';
  return readFile(join(folder, 'assets', file), 'utf8');
};

it('renames what has changed, and the list of files', async () => {
  const before = await build();
  const after = await build({
    'assets/page-CCCCCCCC.js': files['assets/page-CCCCCCCC.js'].replace('text', 'other'),
  });
  const renamed = [...after].filter((file) => !before.has(file)).map((file) => file.slice(0, -10));
  expect(renamed.toSorted()).toEqual(['files', 'one-page']);
});

it('renames a file that others import alone', async () => {
  const before = await build();
  const after = await build({ 'assets/first-AAAAAAAA.js': `${firstScript}a();` });
  const renamed = [...after].filter((file) => !before.has(file));
  expect(renamed).toEqual([expect.stringMatching(/^first-/)]);
});

it('gives each import the name of the import map, and others that of the list, which finds all', async () => {
  await build();
  const map = await readMap();
  expect(map).toEqual({
    '#first': expect.stringMatching(/^\/assets\/first-[\w-]{6}\.js$/),
    '#main': expect.stringMatching(/^\/assets\/main-[\w-]{6}\.js$/),
    '#files': expect.stringMatching(/^\/assets\/files-[\w-]{6}\.js$/),
  });
  expect(await readFileNamed(/^one-page.*js$/)).toBe(
    'import{pages as p}from"#main";import"#first";p("text");',
  );
  expect(await readFileNamed(/^main-/)).toContain('m.f=["one-page","main","one-page.css"].map(__file)');
  expect(await readFileNamed(/^main-/)).toMatch(
    /^import\{file as __file\}from"#files";.*\(\)=>import\("\/"\+__file\("two-page"\)\)/s,
  );
  const list = join(folder, map['#files'] ?? '');
  const { file } = (await import(list)) as { file: (name: string) => string };
  const written = await readdir(join(folder, 'assets'));
  for (const name of ['one-page', 'one-page.css', 'two-page'])
    expect(written.map((each) => `assets/${each}`)).toContain(file(name));
});

it('loads the application without the list, which comes beside it', async () => {
  await build();
  const first = await readFileNamed(/^first-/);
  expect(first).toContain('m.f=["main","files"].map(n=>import.meta.resolve("#"+n)');
  expect(first).toContain('import("#main")');
  expect(first).not.toContain('from"#files"');
});

it('tells the manifest and index.html', async () => {
  await build();
  const map = await readMap();
  const named = readManifest(folder);
  expect(`/${named['_main-BBBBBBBB.js']?.file}`).toBe(map['#main']);
  expect(named['games/one/web/page.tsx']?.css).toEqual([
    expect.stringMatching(/^assets\/one-page-.{6}\.css$/),
  ]);
  const list = Object.keys(named).find((key) => named[key]?.name === 'files');
  expect(named['_main-BBBBBBBB.js']?.imports).toEqual(['index.html', list]);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain(`src="${map['#first']}"`);
});

it('names a file that several import, and others have the name of, by the folder of those', async () => {
  const shared = (game: string, hash: string): Manifest => ({
    [`_strip-${hash}.js`]: { file: `assets/strip-${hash}.js`, name: 'strip', imports: [`_sign-${hash}.js`] },
    [`_sign-${hash}.js`]: { file: `assets/sign-${hash}.js`, name: 'sign' },
    [`games/${game}/web/round.tsx`]: {
      file: `assets/${game}-${hash}.js`,
      name: game,
      src: `games/${game}/web/round.tsx`,
      imports: [`_strip-${hash}.js`],
    },
  });
  const more = { ...shared('three', 'GGGGGGGG'), ...shared('four', 'HHHHHHHH') };
  await build();
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  for (const { file } of Object.values(more)) await writeFile(join(folder, file), '');
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify({ ...manifest, ...more }));
  await nameFiles(folder);
  const named = (await readdir(join(folder, 'assets'))).map((file) => file.slice(0, -10));
  for (const name of ['three-strip', 'four-strip', 'three-sign', 'four-sign']) expect(named).toContain(name);
});

it('refuses a name by which lists of content blockers stop files of any site', async () => {
  for (const name of ['share-button', 'newsletter', 'social-links']) {
    const stopped = { ...manifest, [`_${name}`]: { file: 'assets/stopped-FFFFFFFF.js', name } };
    await build().then(() => writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(stopped)));
    await expect(nameFiles(folder), name).rejects.toThrow(`stop a file named ${name}`);
  }
});

it('refuses a name that it has not taken out, and two files of one name', async () => {
  const unknown = { 'assets/page-EEEEEEEE.js': 'load("./page-CCCCCCCC.js")' };
  await expect(build(unknown)).rejects.toThrow('page-CCCCCCCC.js');
  const lone = (file: string) => ({ [`_${file}`]: { file: `assets/${file}`, name: 'lone' } });
  const twice = { ...manifest, ...lone('lone-FFFFFFFF.js'), ...lone('lone-IIIIIIII.js') };
  await build().then(() => writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(twice)));
  await expect(nameFiles(folder)).rejects.toThrow('Two files of the bundle are named lone');
});
