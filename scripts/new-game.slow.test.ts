/** `npm run new-game` in a copy of the repository: what it writes is formatted, typed and built, and passes tests. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gameFolders } from '../games/index.ts';

const root = join(import.meta.dirname, '..');
let copy: string;

/** Throws with what the program said where it fails. */
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: copy, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
const runNode = (...args: string[]): string => run(process.execPath, ...args);
const newGame = (...args: string[]): string => runNode('scripts/new-game.ts', ...args);
const binary = (name: string): string => join(root, 'node_modules/.bin', name);

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'fairground-new-game-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  // Packages are those of the repository, workspaces those of the copy.
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@fairground'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@fairground' && name !== '.cache') {
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
  }
  for (const nested of globSync('{apps,packages}/*/node_modules', { cwd: root })) {
    symlinkSync(join(root, nested), join(copy, nested));
  }
  cpSync(join(root, 'node_modules/@fairground'), join(modules, '@fairground'), {
    recursive: true,
    verbatimSymlinks: true,
  });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('refuses a folder that is no such name, and one that is there', () => {
  expect(() => newGame('testGame', 'Test Game')).toThrow('lowercase letters');
  const [game] = gameFolders;
  expect(() => newGame(game, 'Again')).toThrow(`games/${game} is there already`);
  expect(() => newGame('test-game')).toThrow('npm run new-game -- FOLDER "Name" "Spanish name"');
});

it('writes a game that is formatted, typed and built, and passes its tests and those of the list', () => {
  const lock = readFileSync(join(copy, 'package-lock.json'), 'utf8');
  newGame('test-game', 'Test Game', 'Juego de prueba');
  const written = globSync('games/test-game/**/*.{ts,tsx,css,json,sql,md}', { cwd: copy });
  const ofRingToss = /[Rr]ing[- _]?[Tt]oss|Lanza el aro/;
  const isLeft = (path: string) => ofRingToss.test(path + readFileSync(join(copy, path), 'utf8'));
  expect(written.filter(isLeft)).toEqual([]);
  run(binary('oxfmt'), '--check', 'games', 'package-lock.json');
  run(binary('oxlint'), '--type-aware', '--type-check', '--deny-warnings', 'games/test-game');
  // A bundle in which two games have files of the same names.
  runNode('apps/web/build/build-web.ts');
  const tests = [
    'games/test-game',
    'games/test',
    'apps/server/src/site',
    'apps/web/src',
    'packages/game-kit',
  ];
  runNode(binary('vitest'), 'run', '--project=unit', ...tests);
  runNode(binary('vitest'), 'run', '--project=db', 'games/test-game', 'games/test/views', 'token-scopes');
  const added =
    readFileSync(join(copy, 'package-lock.json'), 'utf8').split('\n').length - lock.split('\n').length;
  expect(added).toBe(13);
});
