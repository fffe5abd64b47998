/** The verifier in Python, as visitors run it. */
import { execFile, spawnSync } from 'node:child_process';

export interface Run {
  code: number;
  text: string;
}

export const hasPython = spawnSync('python3', ['--version']).status === 0;

export const python = (words: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile('python3', ['-B', 'scripts/verify_fairground.py', ...words], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
    });
  });
