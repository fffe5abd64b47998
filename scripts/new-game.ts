/**
 * `npm run new-game -- FOLDER "Name" "Nombre"` writes an instant game that can be played: a copy of Ring Toss under
 * other names, its line in games/index.ts, and its link in node_modules and package-lock.json.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { AnyInstantGame } from '@fairground/game-kit/instant';
import { drawBet } from '@fairground/game-kit/instant/proof';

const usage = 'npm run new-game -- FOLDER "Name" "Spanish name": docs/adding-a-game.md has an example';

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const [folder = '', name = '', spanishName = name, ...rest] = process.argv.slice(2);
if (name === '' || rest.length > 0) fail(usage);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(folder) || folder.length > 30)
  fail(`the folder ${folder} is not made of at most 30 lowercase letters, digits and hyphens`);
if (/["'\\`\n]/.test(name + spanishName)) fail('the name has a quotation mark or a backslash');
const target = `games/${folder}`;
if (existsSync(target)) fail(`${target} is there already`);

/** How the folder's name is written in paths, in SQL, in the algorithm, in ids, and in names of components. */
const spellings = (words: readonly string[]): string[] => {
  const capitalized = words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return [
    words.join('-'),
    words.join('_'),
    words.join(''),
    [...words.slice(0, 1), ...capitalized.slice(1)].join(''),
    capitalized.join(''),
  ];
};
const written = [...spellings(folder.split('-')), name, spanishName];
const names = new Map(
  [...spellings(['ring', 'toss']), 'Ring Toss', 'Lanza el aro'].map((each, at) => [
    each,
    written[at] ?? each,
  ]),
);
const inNames = new RegExp([...names.keys()].join('|'), 'g');
const rename = (text: string): string => text.replaceAll(inNames, (each) => names.get(each) ?? each);

cpSync('games/ring-toss', target, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
const files = globSync(`${target}/**`).filter((path) => statSync(path).isFile());
for (const file of files) {
  if (extname(file) !== '.png') writeFileSync(file, rename(readFileSync(file, 'utf8')));
  renameSync(file, join(target, rename(file.slice(target.length))));
}

/**
 * The known answers of Ring Toss are published, and computed by the second verifier, which does not know this game
 * yet.
 */
const writeKnownAnswer = async (): Promise<void> => {
  const { default: game } = (await import(`../${target}/game.ts`)) as { default: AnyInstantGame };
  const [serverSeed, clientSeed, nonce] = ['22'.repeat(32), 'fairground', 0] as const;
  const drawn = drawBet(game, { serverSeed: Buffer.from(serverSeed, 'hex'), clientSeed, nonce });
  // Digits are grouped as the linter asks.
  const answer = JSON.stringify(drawn).replaceAll(/\d(?=(?:\d{3})+\b)/g, '$&_');
  const file = `${target}/test/rules.test.ts`;
  const withAnswer = `describeInstantRules(game, [
    { serverSeed: '22'.repeat(32), clientSeed: '${clientSeed}', nonce: ${nonce}, drawn: ${answer} },
  ]);`;
  writeFileSync(file, readFileSync(file, 'utf8').replace('describeInstantRules(game);', withAnswer));
};
await writeKnownAnswer();

const list = readFileSync('games/index.ts', 'utf8');
writeFileSync('games/index.ts', list.replace(/^(?=\] as const;$)/m, `  '${folder}',\n`));
execFileSync('node_modules/.bin/oxfmt', [target]);

const link = `node_modules/@fairground/game-${folder}`;
if (!existsSync(link)) symlinkSync(`../../${target}`, link);
execFileSync('npm', [
  'install',
  '--package-lock-only',
  '--offline',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
]);

console.log(`wrote ${target}, ${files.length} files, and its line in games/index.ts`);
if (spanishName === name) console.log(`Its name in Spanish is ${name} too: see its Spanish texts.`);
console.log(`Next: npm start, then open /games/${folder}. docs/adding-a-game.md says what to change.`);
