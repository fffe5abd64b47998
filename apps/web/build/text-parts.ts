/**
 * Texts in the bundle. A module names the parts of `messages/LANGUAGE.json` that it shows, in a call of `useTexts` or
 * `getTexts`, and this plugin adds the imports: so a page loads its own texts, in one language. They are shipped as
 * parsed tokens, so that no parser reaches the browser.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { gameFolders } from '../../../games/index.ts';

export const textLanguages = ['en', 'es'] as const;
export type TextLanguage = (typeof textLanguages)[number];
export type Texts = Record<string, string>;

const root = join(import.meta.dirname, '../../..');
const siteFolder = 'apps/web/src';

/** Every folder with texts of pages, by its path from the root. */
export const textFolders: readonly string[] = [
  siteFolder,
  'packages/site-kit/src',
  'packages/game-kit/web',
  ...gameFolders.map((folder) => `games/${folder}/web`),
];

/** Parts that a page of the site loads for all games at once, with those of the kits. */
export const joinedParts: ReadonlySet<string> = new Set([
  'shell',
  'about',
  'badges',
  'facts',
  'faq',
  'guide',
  'lab',
  'monitor',
]);

/** English comes with the code that names it, except where it is much: other languages would load it too. */
const largeParts = new Set(['shell', 'about', 'badges', 'developers', 'faq', 'guide', 'lab', 'policies']);

const fileOf = (folder: string, language: TextLanguage): string =>
  join(root, folder, 'messages', `${language}.json`);

/** The parts of one folder. */
export const readTexts = (folder: string, language: TextLanguage): Record<string, Texts> =>
  JSON.parse(readFileSync(fileOf(folder, language), 'utf8')) as Record<string, Texts>;

const foldersOf = (folder: string, part: string): readonly string[] =>
  folder === siteFolder && joinedParts.has(part) ? textFolders : [folder];

/** What is loaded by the name of a part. */
export function readPart(folder: string, language: TextLanguage, part: string): Texts {
  const found = foldersOf(folder, part)
    .map((each) => readTexts(each, language)[part])
    .filter((texts) => texts !== undefined);
  if (found.length === 0) throw new Error(`${folder}/messages/${language}.json has no part ${part}`);
  return Object.assign({}, ...found) as Texts;
}

/** The site's part of this name, as its pages load it. */
export const readSitePart = (language: TextLanguage, part: string): Texts =>
  readPart(siteFolder, language, part);

/** The nearest folder above the module that has texts. */
function folderOf(id: string): string | undefined {
  for (let path = dirname(id); path.startsWith(`${root}/`); path = dirname(path))
    if (existsSync(join(path, 'messages/en.json'))) return path.slice(root.length + 1);
  return undefined;
}

/** `messages/PART.js` registers a part, `messages/PART.LANGUAGE.js` has its texts. Neither is on the disk. */
const written = new RegExp(
  `^${root}/((?:apps|games|packages)/[\\w-]+/(?:src|web))/messages/([\\w-]+)(?:\\.(en|es))?\\.js$`,
);

const registration = (part: string): string => {
  const load = (language: TextLanguage) => `() => import('./${part}.${language}.js')`;
  const isLarge = largeParts.has(part);
  return [
    `import { addTexts } from '${root}/packages/site-kit/src/i18n/texts-of.ts';`,
    isLarge ? '' : `import english from './${part}.en.js';`,
    `addTexts(${isLarge ? load('en') : 'english'}, ${load('es')});`,
  ].join('\n');
};

export function textParts(): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const id = source.startsWith('.') ? join(dirname(importer), source) : source;
      // The test runner keeps what was transformed, in which paths begin at the root of the project.
      return [id, join(root, id)].find((path) => written.test(path)) ?? null;
    },
    load(id) {
      const [, folder, part, language] = written.exec(id) ?? [];
      if (folder === undefined || part === undefined) return null;
      if (language === undefined) return { code: registration(part), moduleType: 'js' };
      for (const each of foldersOf(folder, part)) this.addWatchFile(fileOf(each, language as TextLanguage));
      const compiled = Object.entries(readPart(folder, language as TextLanguage, part)).map(([key, text]) => [
        key,
        compileMessage(text),
      ]);
      return { code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`, moduleType: 'js' };
    },
    transform: {
      filter: { id: /\.tsx?$/, code: /\b(use|get)Texts\(\s*'/ },
      handler(code, id) {
        const folder = folderOf(id);
        if (folder === undefined) return null;
        const calls = [...code.matchAll(/\b(?:use|get)Texts\(\s*('[^)]*')\s*,?\s*\)/g)];
        const parts = new Set(
          calls.flatMap(([, names = '']) => names.split(',').map((name) => name.trim().slice(1, -1))),
        );
        const loaded = [...parts].filter((part) => folder === siteFolder || !joinedParts.has(part));
        const imports = loaded.map((part) => {
          readPart(folder, 'en', part);
          return `\nimport '${root}/${folder}/messages/${part}.js';`;
        });
        return { code: code + imports.join(''), map: null };
      },
    },
  };
}
