/** A helper process of a benchmark, asked and answered over Node's own channel. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { undoLater } from './cleanups.ts';

export interface Child<Question, Answer> {
  pid: number;
  /** One question at a time. Rejects when the child ends first, or takes longer than the limit. */
  ask(question: Question, withinMs: number): Promise<Answer>;
  /** Ends the process and waits until it is gone. */
  end(): Promise<void>;
}

/** `script` stands in the folder of benchmarks, and is run by `program`: Node, unless another one is named. */
export const startChild = <Question extends object, Answer>(
  script: string,
  args: readonly string[] = [],
  program = process.execPath,
): Child<Question, Answer> => {
  const child = fork(fileURLToPath(new URL(`../${script}`, import.meta.url)), args, {
    execPath: program,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = undoLater(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  return {
    pid: child.pid ?? 0,
    ask: (question, withinMs) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(limit);
          child.off('message', answered);
          child.off('exit', ended);
        };
        const answered = (answer: unknown): void => {
          settle();
          resolve(answer as Answer);
        };
        const ended = (): void => {
          settle();
          reject(new Error(`${script} ended before it answered`));
        };
        const limit = setTimeout(() => {
          settle();
          reject(new Error(`${script} did not answer within ${withinMs} ms`));
        }, withinMs);
        child.once('message', answered);
        child.once('exit', ended);
        child.send(question);
      }),
    end,
  };
};

/** The child's side: answers each question; a failure ends the process. */
export const answerParent = <Question, Answer>(answer: (question: Question) => Promise<Answer>): void => {
  process.on('message', (question) => {
    void answer(question as Question).then(
      (reply) => process.send?.(reply),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  // Left alone by a parent that was killed, it has nobody to work for.
  process.on('disconnect', () => process.exit(0));
};
