/** English and Spanish have the same catalogues: key for key, value for value, each in its own words. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { errorCodes, fieldReasons } from '@fairground/contract/errors';
import { gameFolders } from '@fairground/games';
import { describe, expect, it } from 'vitest';

type Catalogue = Record<string, string>;

type Language = 'en' | 'es';

const root = join(import.meta.dirname, '../../..');
const read = (language: Language, file: string): Catalogue =>
  JSON.parse(readFileSync(join(root, file.replace('LANGUAGE', language)), 'utf8')) as Catalogue;

/** Message files of the site and of every listed game; both languages have the same ones, but for refusals. */
const filesOf = (language: Language): string[] =>
  globSync(
    [
      `{apps/web/src,packages/site-kit/src,packages/game-kit/web}/**/messages/**/${language}.json`,
      ...gameFolders.map((folder) => `games/${folder}/web/messages/${language}/*.json`),
    ],
    { cwd: root },
  ).map((file) => file.replace(new RegExp(`/${language}(?=/|\\.json$)`), '/LANGUAGE'));
const files = filesOf('en');

it('every game of the list has texts for the shell', () => {
  for (const folder of gameFolders)
    expect(files).toContain(`games/${folder}/web/messages/LANGUAGE/shell.json`);
});

it('the catalogues of the application are in the folders of their features', () => {
  expect(files).toContain('apps/web/src/features/home/messages/LANGUAGE.json');
  expect(files.length).toBeGreaterThan(40);
});

it('no text counts the games: their list may grow', () => {
  const counted = {
    en: /\b(two|three|four|five|six|seven|eight|\d+)( free)? (games|stalls)\b/i,
    es: /\b(dos|tres|cuatro|cinco|seis|siete|ocho|\d+) (juegos|casetas|puestos)\b/i,
  };
  for (const language of ['en', 'es'] as const)
    for (const file of files)
      for (const [key, text] of Object.entries(read(language, file)))
        expect(text, `${file} ${key}`).not.toMatch(counted[language]);
});

it('Spanish counts whole millions with "de": 1.000.000 de monedas', () => {
  const counted = /(?:#|\{shown\}) (?!más\b|de\b|h\b)[a-záéíóúñ]/;
  let checked = 0;
  for (const file of files)
    for (const [key, text] of Object.entries(read('es', file)))
      for (const [, type, forms] of argumentsOf(compileMessageOrThrow(text))) {
        if (type !== 'plural') continue;
        const { other, many } = forms as unknown as Record<'other' | 'many', unknown>;
        const written = (form: unknown): string =>
          (form as (string | readonly string[])[])
            .map((part) => (typeof part === 'string' ? part : `{${part[0]}}`))
            .join('');
        if (!counted.test(written(other))) continue;
        checked += 1;
        expect(many && written(many), `${file} ${key}`).toMatch(/(?:#|\{shown\}) de /);
      }
  expect(checked).toBeGreaterThan(30);
});

it('numbers and times in texts are written as the language writes them', () => {
  const wrong = {
    // 2,5 and 1.000, and clocks of twelve hours.
    en: /\d,\d{1,2}(?!\d)|\d\.\d{3}(?!\d)|\d ?[ap]\.?m\b/i,
    es: /\d\.\d{1,2}(?!\d)|\d,\d{3}(?!\d)|\d ?[ap]\. ?m\b/i,
  };
  for (const language of ['en', 'es'] as const) {
    for (const file of filesOf(language))
      for (const [key, text] of Object.entries(read(language, file)))
        expect(text, `${file} ${key}`).not.toMatch(wrong[language]);
    for (const file of globSync(language === 'es' ? 'content/blog/es/*.md' : 'content/blog/*.md', {
      cwd: root,
    }))
      expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(wrong[language]);
  }
});

it('Spanish has the same files, and the sentences of refusals', () => {
  const refusals = 'packages/site-kit/src/i18n/messages/LANGUAGE.json';
  expect(filesOf('es').toSorted()).toEqual([...files, refusals].toSorted());
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

describe.each(files)('%s', (file) => {
  const english = read('en', file);

  it('has the same keys in Spanish, in the same order', () => {
    expect(Object.keys(read('es', file))).toEqual(Object.keys(english));
  });

  it('takes the same values in Spanish', () => {
    const spanish = read('es', file);
    for (const [key, text] of Object.entries(english)) {
      expect({ key, values: valuesOf(spanish[key] ?? '') }).toEqual({ key, values: valuesOf(text) });
    }
  });

  it('has no English text in Spanish', () => {
    const spanish = read('es', file);
    const same = Object.entries(english).filter(
      ([key, text]) => spanish[key] === text && /\p{L}{2}/u.test(ownWords(text)),
    );
    expect(same).toEqual([]);
  });

  it('has no text that is empty or begins or ends with a space', () => {
    for (const text of [...Object.values(english), ...Object.values(read('es', file))]) {
      expect(text).toMatch(/^\S(.*\S)?$/s);
    }
  });
});

it('every plural has the form for all other numbers', () => {
  for (const language of ['en', 'es'] as const) {
    for (const file of filesOf(language)) {
      for (const text of Object.values(read(language, file))) {
        for (const [, type, forms] of argumentsOf(compileMessageOrThrow(text))) {
          if (type === 'plural') expect(Object.keys(forms as object), text).toContain('other');
        }
      }
    }
  }
});

it('every refusal has a sentence in Spanish', () => {
  const sentences = Object.keys(read('es', 'packages/site-kit/src/i18n/messages/LANGUAGE.json'));
  expect(sentences).toEqual(
    [...errorCodes, ...fieldReasons, 'field', 'token', 'passkey', 'wait'].map((name) => `problem.${name}`),
  );
});

it('every key is in one file', () => {
  for (const language of ['en', 'es'] as const) {
    const keys = filesOf(language).flatMap((file) => Object.keys(read(language, file)));
    expect(keys).toHaveLength(new Set(keys).size);
  }
});

/** These come with pages of their feature. What a route names is shown with its page, and what is prerendered is loaded before. */
const featuresWithTexts = globSync('apps/web/src/features/*/page-texts.ts', { cwd: root }).map(dirname);
const routeFiles = /\/app\/(routes\.tsx|structured-data\.ts)$|\/prerender\.tsx$/;

it('texts that come with the pages of a feature are used by that feature alone', () => {
  const sources = globSync(
    ['{apps/web,packages/site-kit}/src/**/*.{ts,tsx}', '{games,packages}/*/web/**/*.{ts,tsx}'],
    {
      cwd: root,
    },
  )
    .filter((file) => !file.includes('.test.') && !routeFiles.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  expect(featuresWithTexts.length).toBeGreaterThan(10);
  const strangers = featuresWithTexts.flatMap((folder) =>
    Object.keys(read('en', `${folder}/messages/LANGUAGE.json`)).flatMap((key) =>
      sources
        .filter(({ file, text }) => !file.startsWith(`${folder}/`) && text.includes(`'${key}'`))
        .map(({ file }) => `${key} in ${file}`),
    ),
  );
  expect(strangers).toEqual([]);
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
