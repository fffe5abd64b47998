/** A build does not outlive the process that started it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const module = join(import.meta.dirname, 'own-process.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-build-'));
  await writeFile(
    join(folder, 'build.mjs'),
    `import { writeFileSync } from 'node:fs';
    import { endWithParent } from ${JSON.stringify(module)};
    endWithParent(() => writeFileSync(process.argv[2] + '.tidied', ''));
    setInterval(() => undefined, 1_000);
    writeFileSync(process.argv[2] + '.started', String(process.pid));`,
  );
  await writeFile(
    join(folder, 'parent.mjs'),
    `import { runInOwnProcess } from ${JSON.stringify(module)};
    const [, , build, mark] = process.argv;
    process.stdout.write('up');
    runInOwnProcess(build, [mark], { cwd: '/', env: process.env }).catch((error) => {
      console.error(error.message);
      process.exit(1);
    });`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const appears = async (file: string): Promise<void> => {
  await expect.poll(() => existsSync(file), { interval: 20 }).toBe(true);
};

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'ends, and tidies up, with a parent that is ended by %s',
  async (signal) => {
    const mark = join(folder, signal);
    const parent = spawn(process.execPath, [join(folder, 'parent.mjs'), join(folder, 'build.mjs'), mark]);
    await appears(`${mark}.started`);
    parent.kill(signal);
    await once(parent, 'exit');
    await appears(`${mark}.tidied`);
  },
);
