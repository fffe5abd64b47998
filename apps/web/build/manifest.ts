/** The manifest of a bundle. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ManifestEntry {
  file: string;
  name?: string;
  /** The module, where the file is loaded by it. */
  src?: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

/** As Vite writes it: by source files, and by names for files that several share. */
export type Manifest = Record<string, ManifestEntry>;

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
