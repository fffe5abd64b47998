/** The limit of open files is named when it is low, and when it is reached. */
import { expect, it } from 'vitest';
import { readFileLimit, watchOpenFiles } from './open-files.ts';

const watch = (limit: number | undefined, openFile: () => Promise<void> = async () => undefined) => {
  const lines: string[] = [];
  let check: () => void = expect.fail;
  watchOpenFiles({
    clock: {
      setInterval(run) {
        check = run;
        return { cancel: () => undefined };
      },
    },
    log: {
      warn: (_fields: object, line?: string) => void lines.push(`warn ${line}`),
      error: (_fields: object, line?: string) => void lines.push(`error ${line}`),
    },
    limit,
    openFile,
  });
  return {
    lines,
    async check() {
      check();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};

it('a low limit is warned about at the start, with what to do', () => {
  expect(watch(256).lines).toEqual([
    expect.stringMatching(/^warn this process may have only 256 files .*ulimit -n.*LimitNOFILE/),
  ]);
  expect(watch(65_536).lines).toEqual([]);
  expect(watch(undefined).lines).toEqual([]);
});

it('a limit that is reached is named once, until a file can be opened again', async () => {
  let code: string | null = 'EMFILE';
  const { lines, check } = watch(65_536, async () => {
    if (code !== null) throw Object.assign(new Error(code), { code });
  });
  await check();
  await check();
  expect(lines).toEqual([expect.stringMatching(/^error no file descriptor is left, .* 65536, .*ulimit -n/)]);
  code = null;
  await check();
  code = 'ENFILE';
  await check();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('fs.file-max');
  code = 'ENOENT';
  await check();
  expect(lines).toHaveLength(2);
});

it.runIf(process.platform === 'linux')('the limit of this process is read', () => {
  expect(readFileLimit()).toBeGreaterThan(0);
});
