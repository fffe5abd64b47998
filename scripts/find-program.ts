/** The first of these programs that stands in a folder of the PATH. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const findProgram = (...names: string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find((path) => existsSync(path));
