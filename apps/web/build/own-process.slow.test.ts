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
    `import { mkdirSync, writeFileSync } from 'node:fs';
    import { isMainThread, Worker, workerData } from 'node:worker_threads';
    import { endWithParent } from ${JSON.stringify(module)};
    const unfinished = (isMainThread ? process.argv[2] : workerData) + '.unfinished';
    if (isMainThread) {
      endWithParent([unfinished]);
      new Worker(new URL(import.meta.url), { workerData: process.argv[2] });
      setInterval(() => undefined, 1_000);
    } else {
      // As a thread of the bundler does, which nobody can stop.
      mkdirSync(unfinished);
      writeFileSync(workerData + '.started', '');
      for (let count = 0; ; count += 1) {
        try {
          writeFileSync(unfinished + '/' + count, '');
        } catch {}
      }
    }`,
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
    await expect.poll(() => existsSync(`${mark}.unfinished`), { interval: 20, timeout: 60_000 }).toBe(false);
  },
);
