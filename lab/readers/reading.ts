/** What a program from outside saw of the site, and how a part of the readers' lane writes it down. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/find-program.ts';

export interface Reading {
  /** With its version, such as `nginx 1.22.1`. */
  program: string;
  /** What it was given. */
  read: string;
  /** One line: what it made of that, or how it failed. */
  seen: string;
  isRight: boolean;
}

export interface Part {
  /** Programs that it cannot do without, and the package of Debian 12 that each comes with. */
  needs: Readonly<Record<string, string>>;
  read(): Promise<Reading[]>;
}

const run = promisify(execFile);

export interface Ran {
  code: number;
  /** Both outputs, one after the other. */
  output: string;
}

/** Runs to the end, whatever its exit code; throws where the program cannot be started or takes too long. */
export const runTool = async (
  program: string,
  args: readonly string[],
  { cwd, env, timeoutMs = 120_000 }: { cwd?: string; env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<Ran> => {
  try {
    const { stdout, stderr } = await run(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env: { ...process.env, ...env } }),
      timeout: timeoutMs,
      maxBuffer: 64 * 2 ** 20,
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const {
      code,
      killed,
      stdout = '',
      stderr = '',
    } = error as {
      code?: unknown;
      killed?: boolean;
      stdout?: string;
      stderr?: string;
    };
    if (typeof code !== 'number' || killed) throw error;
    return { code, output: stdout + stderr };
  }
};

/** The first thing in a program's output that looks like a version. */
export const versionOf = async (program: string, ...args: string[]): Promise<string> => {
  const { output } = await runTool(program, args.length > 0 ? args : ['--version']);
  const version = /\d+(?:\.\d+)+/.exec(output)?.[0];
  if (version === undefined) throw new Error(`${program} does not say its version:\n${output}`);
  return version;
};

/** One line for each program that this machine lacks. */
export const missingOf = ({ needs }: Pick<Part, 'needs'>): string[] =>
  Object.entries(needs)
    .filter(([program]) => findProgram(program) === undefined)
    .map(([program, debianPackage]) => `${program} is missing: apt-get install ${debianPackage}`);

/** The line of a program's output that says why it failed. */
export const reasonIn = (output: string): string =>
  /^.*Error: .+$/m.exec(output)?.[0] ?? output.trim().split('\n').at(-1) ?? '';

/** Throws with the sentence where something is not as it must be. */
export function demand(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}

/** Writes readings of one program down; what a look throws is what was seen. */
export const readingsOf = (program: string) => {
  const readings: Reading[] = [];
  return {
    readings,
    async look(read: string, see: () => Promise<string>): Promise<void> {
      const reading = await see().then(
        (seen): Reading => ({ program, read, seen, isRight: true }),
        (error: unknown): Reading => ({
          program,
          read,
          seen: (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '',
          isRight: false,
        }),
      );
      readings.push(reading);
      console.log(`${reading.isRight ? 'right' : 'WRONG'}  ${program}: ${read}: ${reading.seen}`);
    },
  };
};
