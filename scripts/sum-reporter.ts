/**
 * A reporter of vitest and of Playwright: the last line of a run is `N passed, N failed`. scripts/test.ts, which runs
 * both, names a file that takes the sum instead.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter as BrowserReporter, Suite, TestCase } from '@playwright/test/reporter';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export interface Sum {
  passed: number;
  /** A name and its errors for each test, set-up or file that failed. */
  failures: string[];
  /** Tests that passed only when they were repeated, which happens in CI to those of processes and of browsers. */
  repeated: string[];
}

export const printLastLine = (passed: number, failed: number): void =>
  console.log(`${passed} passed, ${failed} failed`);

const describe = (name: string, errors: readonly { message?: string; stack?: string }[]): string =>
  [name, ...errors.map(({ message, stack }) => stack ?? message)].join('\n');

const sumUpModules = (modules: readonly TestModule[], unhandled: readonly SerializedError[]): Sum => {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  const nameOf = (module: TestModule, title?: string): string =>
    [relative(process.cwd(), module.moduleId), ...(title === undefined ? [] : [title])].join(' › ');
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures: [
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => describe(nameOf(test.module, test.fullName), test.result().errors ?? [])),
      ...suites
        .filter((suite) => suite.errors().length > 0)
        .map((suite) =>
          suite.type === 'module'
            ? describe(nameOf(suite), suite.errors())
            : describe(nameOf(suite.module, suite.fullName), suite.errors()),
        ),
      ...(unhandled.length > 0 ? [describe('an error that no test caught', unhandled)] : []),
    ],
    repeated: tests
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => describe(nameOf(test.module, test.fullName), test.result().errors ?? [])),
  };
};

/** With its errors, and the page as it was at that moment. */
const describeBrowserTest = (test: TestCase): string => {
  const failed = test.results.filter(({ status }) => status !== 'passed');
  const page = failed
    .flatMap(({ attachments }) => attachments)
    .find(({ name, path }) => name === 'error-context' && path !== undefined && existsSync(path));
  return [
    describe(
      test.titlePath().filter(Boolean).join(' › '),
      failed.flatMap(({ errors }) => errors),
    ),
    ...(page?.path === undefined ? [] : [readFileSync(page.path, 'utf8').slice(0, 3_000)]),
  ].join('\n');
};

const sumUpBrowserTests = (suite: Suite | undefined, unhandled: readonly string[]): Sum => {
  const tests = suite?.allTests() ?? [];
  const withOutcome = (outcome: string) => tests.filter((test) => test.outcome() === outcome);
  const repeated = withOutcome('flaky').map(describeBrowserTest);
  return {
    passed: withOutcome('expected').length + repeated.length,
    failures: [...withOutcome('unexpected').map(describeBrowserTest), ...unhandled],
    repeated,
  };
};

export default class SumReporter implements Reporter, BrowserReporter {
  #suite: Suite | undefined;
  readonly #unhandled: string[] = [];

  /** By vitest. */
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    report(sumUpModules(modules, unhandled));
  }

  /** By Playwright, as are the next two. */
  onBegin(_: unknown, suite: Suite): void {
    this.#suite = suite;
  }
  onError(error: { message?: string; stack?: string }): void {
    this.#unhandled.push(describe('an error outside of the tests', [error]));
  }
  onEnd(): void {
    report(sumUpBrowserTests(this.#suite, this.#unhandled));
  }
}

/** Taken out of the environment: tests run programs with reporters of their own. */
const sumsFile = process.env['TEST_SUMS'];
delete process.env['TEST_SUMS'];

const report = (sum: Sum): void => {
  if (sumsFile) writeFileSync(sumsFile, JSON.stringify(sum));
  else printLastLine(sum.passed, sum.failures.length);
};
