/** English and Spanish have the same catalogues: key for key, value for value, each in its own words. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { errorCodes, fieldReasons } from '@fairground/contract/errors';
import { gameFolders } from '@fairground/games';
import { describe, expect, it } from 'vitest';
import {
  joinedParts,
  readTexts,
  textFolders,
  textLanguages,
  type TextLanguage,
  type Texts,
} from '../build/text-parts.ts';

type Parts = Record<string, Texts>;

const root = join(import.meta.dirname, '../../..');

/** Refusals arrive in English. */
const isRefusal = (key: string): boolean => key.startsWith('problem.');
const withoutRefusals = (parts: Parts): Parts =>
  Object.fromEntries(
    Object.entries(parts).map(([part, texts]) => [
      part,
      Object.fromEntries(Object.entries(texts).filter(([key]) => !isRefusal(key))),
    ]),
  );

/** Every part of the site, of the kits and of every listed game. */
const parts = textFolders.flatMap((folder) =>
  Object.keys(readTexts(folder, 'en')).map((part) => ({ folder, part, name: `${folder} ${part}` })),
);
const read = (language: TextLanguage, { folder, part }: { folder: string; part: string }): Texts =>
  withoutRefusals(readTexts(folder, language))[part] ?? {};

/** Each text with the place and the key that a failure names. */
const textsIn = (language: TextLanguage): [where: string, text: string][] =>
  textFolders.flatMap((folder) =>
    Object.values(readTexts(folder, language)).flatMap((texts) =>
      Object.entries(texts).map(([key, text]): [string, string] => [`${folder} ${key}`, text]),
    ),
  );

it('every game of the list has texts for the shell', () => {
  for (const folder of gameFolders) expect(readTexts(`games/${folder}/web`, 'en')).toHaveProperty('shell');
});

it('no other file has texts of pages', () => {
  const found = globSync('{apps/web,packages,games/*/web}/**/messages/**/*.*', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  expect(found.toSorted()).toEqual(
    textFolders
      .flatMap((folder) => textLanguages.map((language) => `${folder}/messages/${language}.json`))
      .toSorted(),
  );
  expect(parts.length).toBeGreaterThan(80);
});

it('no text counts the games: their list may grow', () => {
  const counted = {
    en: /\b(two|three|four|five|six|seven|eight|\d+)( free)? (games|stalls)\b/i,
    es: /\b(dos|tres|cuatro|cinco|seis|siete|ocho|\d+) (juegos|casetas|puestos)\b/i,
  };
  for (const language of textLanguages)
    for (const [where, text] of textsIn(language)) expect(text, where).not.toMatch(counted[language]);
});

it('Spanish counts whole millions with "de": 1.000.000 de monedas', () => {
  const counted = /(?:#|\{shown\}) (?!más\b|de\b|h\b)[a-záéíóúñ]/;
  let checked = 0;
  for (const [where, text] of textsIn('es'))
    for (const [, type, forms] of argumentsOf(compileMessageOrThrow(text))) {
      if (type !== 'plural') continue;
      const { other, many } = forms as unknown as Record<'other' | 'many', unknown>;
      const written = (form: unknown): string =>
        (form as (string | readonly string[])[])
          .map((part) => (typeof part === 'string' ? part : `{${part[0]}}`))
          .join('');
      if (!counted.test(written(other))) continue;
      checked += 1;
      expect(many && written(many), where).toMatch(/(?:#|\{shown\}) de /);
    }
  expect(checked).toBeGreaterThan(30);
});

it('numbers and times in texts are written as the language writes them', () => {
  const wrong = {
    // 2,5 and 1.000, and clocks of twelve hours.
    en: /\d,\d{1,2}(?!\d)|\d\.\d{3}(?!\d)|\d ?[ap]\.?m\b/i,
    es: /\d\.\d{1,2}(?!\d)|\d,\d{3}(?!\d)|\d ?[ap]\. ?m\b/i,
  };
  for (const language of textLanguages) {
    for (const [where, text] of textsIn(language)) expect(text, where).not.toMatch(wrong[language]);
    for (const file of globSync(language === 'es' ? 'content/blog/es/*.md' : 'content/blog/*.md', {
      cwd: root,
    }))
      expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(wrong[language]);
  }
});

it('Spanish has the same parts, in the same order', () => {
  for (const folder of textFolders)
    expect(Object.keys(readTexts(folder, 'es')), folder).toEqual(Object.keys(readTexts(folder, 'en')));
});

/** Names, and words that both languages have. */
const sameInBoth = [
  'Fairground',
  'Aviator',
  'Double Trouble',
  'Minefield',
  'MegaPot',
  'Blog',
  'bot',
  'General',
  'No',
];

/** The text without values, and without the name of the site after a title. */
function ownWords(text: string): string {
  const words = text.replace(/ – Fairground$/, '').replaceAll(/\{\w+\}/g, '');
  return sameInBoth.includes(words) ? '' : words;
}

describe.each(parts)('$name', (part) => {
  const english = read('en', part);

  it('has the same keys in Spanish, in the same order', () => {
    expect(Object.keys(read('es', part))).toEqual(Object.keys(english));
  });

  it('takes the same values in Spanish', () => {
    const spanish = read('es', part);
    for (const [key, text] of Object.entries(english)) {
      expect({ key, values: valuesOf(spanish[key] ?? '') }).toEqual({ key, values: valuesOf(text) });
    }
  });

  it('has no English text in Spanish', () => {
    const spanish = read('es', part);
    const same = Object.entries(english).filter(
      ([key, text]) => spanish[key] === text && /\p{L}{2}/u.test(ownWords(text)),
    );
    expect(same).toEqual([]);
  });

  it('has no text that is empty or begins or ends with a space', () => {
    for (const text of [...Object.values(english), ...Object.values(read('es', part))]) {
      expect(text).toMatch(/^\S(.*\S)?$/s);
    }
  });
});

it('every plural has the form for all other numbers', () => {
  for (const language of textLanguages)
    for (const [where, text] of textsIn(language))
      for (const [, type, forms] of argumentsOf(compileMessageOrThrow(text)))
        if (type === 'plural') expect(Object.keys(forms as object), where).toContain('other');
});

it('every refusal has a sentence in Spanish', () => {
  const { shell } = readTexts('packages/site-kit/src', 'es');
  const sentences = Object.keys(shell ?? {}).filter(isRefusal);
  expect(sentences).toEqual(
    [...errorCodes, ...fieldReasons, 'field', 'token', 'passkey', 'wait'].map((name) => `problem.${name}`),
  );
});

it('every key is in one part', () => {
  for (const language of textLanguages) {
    const keys = textFolders.flatMap((folder) =>
      Object.values(readTexts(folder, language)).flatMap((texts) => Object.keys(texts)),
    );
    expect(keys).toHaveLength(new Set(keys).size);
  }
});

/**
 * What a route names is shown with its page, what is prerendered is loaded before, and what a game says of its proofs
 * is shown by the pages that check them.
 */
const namedForOthers = /\/app\/(routes\.tsx|structured-data\.ts)$|\/prerender\.tsx$|\/web\/proof\.ts$/;

const partsNamedIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:use|get)Texts\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name),
  );

const sources = globSync(
  ['{apps/web,packages/site-kit}/src/**/*.{ts,tsx}', '{games,packages}/*/web/**/*.{ts,tsx}'],
  { cwd: root },
)
  .filter((file) => !file.includes('.test.'))
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const quoted = new Set([...text.matchAll(/'([\w.-]+)'/g)].map(([, word]) => word));
    return { file, folder: dirname(file), parts: partsNamedIn(text), quoted };
  });

it('a text is named where its part is loaded: in a folder of which a module names the part', () => {
  const namedIn = new Map<string, Set<string>>();
  for (const source of sources) {
    const named = namedIn.getOrInsertComputed(source.folder, () => new Set());
    for (const part of source.parts) named.add(part);
  }
  const strangers = parts
    .filter(({ folder, part }) => folder === 'apps/web/src' && part !== 'shell')
    .flatMap((part) =>
      Object.keys(read('en', part)).flatMap((key) =>
        sources
          .filter(({ file, folder, quoted }) => {
            const isLoaded = namedForOthers.test(file) || namedIn.get(folder)?.has(part.part);
            return !isLoaded && quoted.has(key);
          })
          .map(({ file }) => `${key} of ${part.part} in ${file}`),
      ),
    );
  expect(strangers).toEqual([]);
});

it('every part is named by a module of its folder, except those that the site loads for all games', () => {
  for (const { folder, part, name } of parts) {
    const within = folder === 'apps/web/src' || !joinedParts.has(part) ? folder : 'apps/web/src';
    const isNamed = sources.some(
      (source) => source.file.startsWith(`${within}/`) && source.parts.includes(part),
    );
    expect(isNamed, name).toBe(true);
  }
});

type Token = ReturnType<typeof compileMessageOrThrow>[number];
type Argument = Exclude<Token, string>;

/** Every argument of a message, those within the forms of a plural too. */
function argumentsOf(tokens: readonly Token[]): Argument[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return [];
    const forms = typeof token[2] === 'object' && token[2] !== null ? Object.values(token[2]) : [];
    return [token, ...forms.flatMap((form) => (Array.isArray(form) ? argumentsOf(form as Token[]) : []))];
  });
}

/** "n plural" and the like, each once: a language may need a value more or less often. */
const valuesOf = (text: string): string[] =>
  [
    ...new Set(argumentsOf(compileMessageOrThrow(text)).map(([name, type = 'text']) => `${name} ${type}`)),
  ].sort();
