/** Packages of the npm registry at exact versions, in a folder of their own. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demand, runTool } from './reading.ts';

export interface Installed {
  folder: string;
  /** The path of a program of these packages. */
  bin(name: string): string;
}

/** `packages` are as npm takes them, such as `drand-client@1.4.2`. Their scripts are not run. */
export const installPackages = async (packages: readonly string[]): Promise<Installed> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-readers-'));
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const { code, output } = await runTool(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...packages],
    { cwd: folder, timeoutMs: 300_000 },
  );
  demand(code === 0, output);
  return {
    folder,
    bin: (name) => join(folder, 'node_modules/.bin', name),
  };
};
