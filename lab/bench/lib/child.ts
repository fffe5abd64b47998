/** A child process of a benchmark, with requests and responses over Node's IPC channel. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addCleanup } from './cleanups.ts';

export interface Child<Request, Response> {
  pid: number;
  /** One request at a time. Rejects if the child exits before it responds, or after the timeout. */
  request(request: Request, timeoutMs: number): Promise<Response>;
  /** Kills the process and waits for its exit. */
  end(): Promise<void>;
}

/** `script` is a file of the benchmarks' folder; `program` runs it, by default Node. */
export const startChild = <Request extends object, Response>(
  script: string,
  args: readonly string[] = [],
  program = process.execPath,
): Child<Request, Response> => {
  const child = fork(fileURLToPath(new URL(`../${script}`, import.meta.url)), args, {
    execPath: program,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = addCleanup(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return {
    pid: child.pid ?? 0,
    request: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timeout);
          child.off('message', onMessage);
          child.off('exit', onExit);
        };
        const onMessage = (response: unknown): void => {
          settle();
          resolve(response as Response);
        };
        const onExit = (): void => {
          settle();
          reject(new Error(`${script} exited before it responded`));
        };
        const timeout = setTimeout(() => {
          settle();
          reject(new Error(`${script} did not respond within ${timeoutMs} ms`));
        }, timeoutMs);
        child.once('message', onMessage);
        child.once('exit', onExit);
        child.send(request);
      }),
    end,
  };
};

/** Runs in the child: handles each request; an error ends the process. */
export const serveParent = <Request, Response>(handle: (request: Request) => Promise<Response>): void => {
  process.on('message', (request) => {
    void handle(request as Request).then(
      (response) => process.send?.(response),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  // The parent was killed.
  process.on('disconnect', () => process.exit(0));
};
