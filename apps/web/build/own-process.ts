/**
 * The process that builds the pages ends with the one that started it, however that ends: otherwise it would go on
 * writing files for a site that is gone. Each holds one end of a pipe, which closes with either.
 */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { BuildError } from '../../server/src/platform/build-error.ts';

/**
 * A build runs in a process that holds little: it collects garbage often, gives back what is free, and the bundler's
 * threads work one at a time. That saves two fifths of its memory, for little time of the processor.
 */
const frugalNode = ['--max-semi-space-size=1', '--max-old-space-size=256', '--optimize-for-size'];
const frugalBundler = {
  MIMALLOC_PURGE_DELAY: '0',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '100000',
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
  UV_THREADPOOL_SIZE: '1',
};

/** Rejects with a `BuildError`. */
export function runInOwnProcess(
  file: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...frugalNode, file, ...args], {
      cwd,
      env: { ...frugalBundler, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new BuildError(describeEnd({ code, signal, output })));
    });
  });
}

/** Threads of the bundler may still write there: a file that appears meanwhile fails the removal. */
function removeBusy(folder: string): void {
  for (const untilMs = performance.now() + 5_000; existsSync(folder) && performance.now() < untilMs;) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Once more. The retries that rmSync offers (Node 26.10) gave up in one of five tries.
    }
  }
}

/** For the process that was started; these folders are removed before it ends early. */
export function endWithParent(unfinished: readonly string[]): void {
  process.stdin.on('error', () => undefined);
  process.stdin.once('close', () => {
    for (const folder of unfinished) removeBusy(folder);
    process.exit(1);
  });
  // It keeps nobody alive: the process ends when its work is done.
  process.stdin.resume();
  process.stdin.unref();
}

/** Node ends itself by this signal where its own limit of memory is reached. */
const outOfHeap: NodeJS.Signals = 'SIGABRT';

export function describeEnd({
  code,
  signal,
  output,
}: {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}): string {
  if (signal === 'SIGKILL' || signal === outOfHeap) {
    return (
      `The build of the pages was ended by ${signal}, probably because memory ran out: it needs 300 MB ` +
      'beside the site and its database. Add memory or swap, or build on another machine and copy apps/web/dist.'
    );
  }
  if (signal !== null) return `The build of the pages was ended by ${signal}.`;
  const said = output.trim();
  return said === ''
    ? `The pages could not be built: the build ended with code ${String(code)} and said nothing.`
    : `The pages could not be built:\n${said}`;
}
