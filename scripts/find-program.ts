/** The path of the first of these programs that is installed in a folder of the PATH. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const findProgram = (...names: string[]): string | undefined =>
  names
    .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, name)))
    .find((path) => existsSync(path));
