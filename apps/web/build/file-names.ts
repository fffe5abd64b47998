/**
 * Names files of script and style by their own content. The bundler's names hang on each other: a file holds the names
 * of those that it loads, so one changed text would rename most of the bundle, and a returning player would fetch it
 * again. Here a file holds what does not change, and two lists have the names:
 *
 * - The import map in the HTML, of the files that others import: `import … from '#main'`. It is part of every page, so
 *   it has no more.
 * - A file of script, `files`, of all others, which are loaded by `import()` with their sheets. It comes with the
 *   application, once for all pages.
 */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readManifest, type Manifest } from './manifest.ts';

/** The name under which the import map has the second list. */
const listName = 'files';

/** Six characters are 36 bits: enough to tell the versions of one file from each other. */
const hashOf = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 6);

const escaped = (text: string): string => JSON.stringify(text);

/** Renames the files of a bundle, in its manifest and its index.html too. */
export async function nameFiles(folder: string): Promise<void> {
  const manifest = readManifest(folder);
  const names = namesOf(manifest);
  const imported = new Set(
    Object.values(manifest).flatMap(({ imports = [] }) =>
      imports.flatMap((key) => names.get(manifest[key]?.file ?? '') ?? []),
    ),
  );
  /** What the files of the bundler are called now. */
  const renamed = new Map<string, string>();
  const hashes: Record<string, string> = {};
  const usesList = new Set<string>();
  for (const [file, name] of names) {
    const source = await readFile(join(folder, file), 'utf8');
    const isScript = file.endsWith('.js');
    const { code, needsList } = isScript
      ? detach(source, { names, imported })
      : { code: source, needsList: false };
    if (needsList) usesList.add(file);
    const hash = hashOf(code);
    hashes[name] = hash;
    const target = pathOf(name, hash);
    await rm(join(folder, file));
    await writeFile(join(folder, target), code);
    renamed.set(file, target);
  }
  const sorted = Object.entries(hashes).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const list = writeList(Object.fromEntries(sorted.filter(([name]) => !imported.has(name))));
  const listFile = pathOf(listName, hashOf(list));
  await writeFile(join(folder, listFile), list);
  const importMap = JSON.stringify({
    imports: Object.fromEntries([
      ...sorted
        .filter(([name]) => imported.has(name))
        .map(([name, hash]) => [`#${name}`, `/${pathOf(name, hash)}`]),
      [`#${listName}`, `/${listFile}`],
    ]),
  });
  const listKey = `_${basename(listFile)}`;
  const written: Manifest = { [listKey]: { file: listFile, name: listName } };
  for (const [key, entry] of Object.entries(manifest)) {
    const imports = usesList.has(entry.file) ? [...(entry.imports ?? []), listKey] : entry.imports;
    written[key] = {
      ...entry,
      file: renamed.get(entry.file) ?? entry.file,
      ...(imports && { imports }),
      ...(entry.css && { css: entry.css.map((file) => renamed.get(file) ?? file) }),
    };
  }
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(written));
  const pageFile = join(folder, 'index.html');
  const page = await readFile(pageFile, 'utf8');
  const withNames = page.replaceAll(fileName, (path) => renamed.get(path) ?? path);
  // The least versions that play take one map, and only before the first module is loaded.
  const withMap = withNames.replace(
    '<script type="module"',
    () => `<script type="importmap">${importMap}</script>\n    <script type="module"`,
  );
  if (withMap === withNames) throw new Error('index.html has no place for the import map');
  await writeFile(pageFile, withMap);
}

/**
 * Lists of content blockers stop a file whose name begins so even on its own site: hundreds of beginnings in the
 * Fanboy's Annoyance List of 2020, which Ghostery's library still comes with, a hundred in the lists of 2026. A page
 * without its file stays as the server sent it, and its buttons do nothing.
 */
const stoppedByLists =
  /^(newsletter|share|subscribe|follow|rss|cookie|ad|ga|(index|module|side)-ads?)-|^social|(^|-)consent-/;

const fileName = /assets\/[\w.-]+\.(?:js|css)/g;

/** `main` is a script, `main.css` a sheet. */
const pathOf = (name: string, hash: string): string =>
  name.endsWith('.css') ? `assets/${name.slice(0, -4)}-${hash}.css` : `assets/${name}-${hash}.js`;

/** By the file, a name that stays: that of the module, or of the group, with its folder where several have it. */
function namesOf(manifest: Manifest): Map<string, string> {
  const scripts = Object.entries(manifest).filter(([, { file }]) => file.endsWith('.js'));
  const uses = Map.groupBy(scripts, ([, { name }]) => name ?? '');
  const names = new Map<string, string>();
  for (const [key, { file, name = '', css = [] }] of scripts) {
    const isShared = (uses.get(name) ?? []).length > 1;
    const [folder, ...others] = isShared ? foldersOf(manifest, key) : [];
    const own = folder !== undefined && others.length === 0 ? `${folder}-${name}` : name;
    names.set(file, own);
    if (css.length > 1) throw new Error(`${file} has several sheets`);
    for (const sheet of css) names.set(sheet, `${own}.css`);
  }
  const taken = new Set<string>([listName]);
  for (const name of names.values()) {
    if (stoppedByLists.test(`${name}-`))
      throw new Error(`Lists of content blockers stop a file named ${name}: give its module another name`);
    if (taken.has(name))
      throw new Error(`Two files of the bundle are named ${name}: give a module another name`);
    taken.add(name);
  }
  return names;
}

/**
 * What a file is part of, a game or a feature: by its module, and where the manifest names none, by the files that
 * import it.
 */
function foldersOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return new Set();
  seen.add(key);
  const src = manifest[key]?.src;
  if (src !== undefined) return new Set([folderOf(src)]);
  const importers = Object.keys(manifest).filter((other) => manifest[other]?.imports?.includes(key));
  return new Set(importers.flatMap((other) => [...foldersOf(manifest, other, seen)]));
}

/** The last folder of a path that says more than what kind of module is in it. */
const folderOf = (module: string): string =>
  module
    .split('/')
    .slice(0, -1)
    .findLast((part) => !['web', 'src', 'messages'].includes(part)) ?? '';

const staticImport = /(\b(?:from|import)\s*)(["'`])\.\/([\w.-]+\.js)\2/g;
const dynamicImport = /\bimport\((["'`])\.\/([\w.-]+\.js)\1\)/g;
/** As Vite writes it: what `import()` needs besides, by its place in this list. */
const loads = /\bm\.f=\[([^\]]*)\]/g;

/** Takes the names of other files out of one. */
function detach(
  source: string,
  { names, imported }: { names: ReadonlyMap<string, string>; imported: ReadonlySet<string> },
): { code: string; needsList: boolean } {
  const nameOf = (file: string): string => {
    const name = names.get(file);
    if (name === undefined) throw new Error(`The manifest of the bundle does not have ${file}`);
    return name;
  };
  let needsList = false;
  const listed = (name: string): string => {
    needsList = true;
    return `import("/"+__file(${escaped(name)}))`;
  };
  const detached = source
    .replaceAll(
      staticImport,
      (_, before: string, _quote, file: string) => `${before}${escaped(`#${nameOf(`assets/${file}`)}`)}`,
    )
    .replaceAll(dynamicImport, (_, _quote, file: string) => {
      const name = nameOf(`assets/${file}`);
      return imported.has(name) ? `import(${escaped(`#${name}`)})` : listed(name);
    })
    .replaceAll(loads, (_, list: string) => {
      const needed = [...list.matchAll(fileName)].map(([path]) => nameOf(path));
      const isMapped = needed.every((name) => imported.has(name));
      needsList ||= !isMapped;
      const loaded = isMapped ? [...needed, listName] : needed;
      return `m.f=${JSON.stringify(loaded)}.map(${isMapped ? findInMap : '__file'})`;
    });
  const left = [...detached.matchAll(/[\w.-]+\.(?:js|css)\b/g)].find(([file]) => names.has(`assets/${file}`));
  if (left) throw new Error(`A file of the bundle still has the name ${left[0]}`);
  return {
    code: needsList ? `import{file as __file}from"#${listName}";${detached}` : detached,
    needsList,
  };
}

/** Vite's paths have no slash in front. */
const findInMap = 'n=>import.meta.resolve("#"+n).slice(location.origin.length+1)';

/** What the import map has is asked of the browser. */
const writeList = (hashes: Readonly<Record<string, string>>): string =>
  [
    `const hashes=${JSON.stringify(hashes)},find=${findInMap};`,
    'export const file=n=>!(n in hashes)?find(n):n.endsWith(".css")?',
    '`assets/${n.slice(0,-4)}-${hashes[n]}.css`:`assets/${n}-${hashes[n]}.js`;',
  ].join('');
