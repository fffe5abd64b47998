/**
 * `npm run new-game -- FOLDER ID "Name" "Nombre"` writes an instant game that can be played: its folder from
 * scripts/new-game/template, its line in games/index.ts, and its link in node_modules and package-lock.json, as `npm install` would.
 */
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawBet } from '@fairground/game-kit/instant/proof';
import { below } from '@fairground/game-kit/instant';

const usage = 'npm run new-game -- FOLDER ID "Name" "Spanish name": docs/adding-a-game.md has an example';
const templates = 'scripts/new-game/template';

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const [folder = '', id = '', name = '', spanishName = name, ...rest] = process.argv.slice(2);
if (name === '' || rest.length > 0) fail(usage);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(folder) || folder.length > 30) {
  fail(`the folder ${folder} is not made of at most 30 lowercase letters, digits and hyphens`);
}
const camelCase = folder.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
if (id !== camelCase) fail(`the id of the game in games/${folder} must be ${camelCase}, not ${id}`);
if (/["'\\`\n]/.test(name + spanishName)) fail('the name has a quotation mark or a backslash');
if (existsSync(`games/${folder}`)) fail(`games/${folder} is there already`);

const algorithm = `${folder.replaceAll('-', '')}/v1`;
const drawn = drawBet(
  { algorithm, draw: (r) => ({ roll: below(10_000, r) }) },
  { serverSeed: Buffer.alloc(32, 0x22), clientSeed: 'fairground', nonce: 0 },
);
const values: Readonly<Record<string, string>> = {
  folder,
  id,
  prefix: folder.replaceAll('-', '_'),
  algorithm,
  // Digits are grouped as the formatter would.
  roll: String(drawn.roll).replace(/(?<=\d)(?=\d{3}$)/, '_'),
};
const fill = (file: string): string =>
  readFileSync(join(templates, `${file}.txt`), 'utf8')
    .replaceAll('__Name__', file.includes('/es/') ? spanishName : name)
    .replaceAll(/__(folder|id|prefix|algorithm|roll)__/g, (_, key: string) => values[key] ?? '');

const files = globSync('**/*.txt', { cwd: templates }).map((file) => file.replace(/\.txt$/, ''));
for (const file of files) {
  const path = join('games', folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, fill(file));
}

const list = readFileSync('games/index.ts', 'utf8');
writeFileSync('games/index.ts', list.replace(/^(?=\] as const;$)/m, `  '${folder}',\n`));

interface Lock {
  packages: Record<string, object>;
}
const packageName = `@fairground/game-${folder}`;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const { version, dependencies } = JSON.parse(readFileSync(`games/${folder}/package.json`, 'utf8')) as {
  version: string;
  dependencies: object;
};
lock.packages[`games/${folder}`] = { name: packageName, version, dependencies };
lock.packages[`node_modules/${packageName}`] = { resolved: `games/${folder}`, link: true };
const inOrder = (one: string, other: string): number => (one < other ? -1 : 1);
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([one], [other]) => inOrder(one, other)),
);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
const link = `node_modules/${packageName}`;
if (!existsSync(link)) symlinkSync(`../../games/${folder}`, link);

console.log(`wrote games/${folder}, ${files.length} files, and its line in games/index.ts`);
if (spanishName === name) console.log(`Its name in Spanish is ${name} too: see web/messages/es.`);
console.log(`Next: npm start, then open /games/${folder}. docs/adding-a-game.md says what to change.`);
