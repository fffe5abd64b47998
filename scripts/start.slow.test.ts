import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const start = fileURLToPath(new URL('start.sh', import.meta.url));

it('the start runs from any folder, and ends with the line and the code of the site', () => {
  const { PATH = '' } = process.env;
  // Without the folders that npm adds: the Node of the project is found all the same.
  const path = PATH.split(':').filter((folder) => !folder.includes('node_modules'));
  const { status, stderr } = spawnSync(start, {
    cwd: '/',
    env: { PATH: path.join(':'), PORT: 'none' },
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^PORT .*"none".*\n$/);
  expect(status).toBe(1);
});
