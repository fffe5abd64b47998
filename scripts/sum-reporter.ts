/** Vitest reporter: the counts and the causes of failures, for `npm test` to print at its end. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export interface Sum {
  passed: number;
  failed: number;
  /** A name and its errors for each test, set-up or file that failed. */
  reasons: string[];
}

const describeFailure = (name: string, errors: readonly SerializedError[]) =>
  `${name}\n${errors.map(({ message, stack }) => stack ?? message).join('\n')}`;

const sumUp = (modules: readonly TestModule[], unhandled: readonly SerializedError[]): Sum => {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  const failed = tests.filter((test) => test.result().state === 'failed');
  const broken = suites.filter((suite) => suite.errors().length > 0);
  const fileOf = (module: TestModule) => relative(process.cwd(), module.moduleId);
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: failed.length,
    reasons: [
      ...failed.map((test) =>
        describeFailure(`${fileOf(test.module)} › ${test.fullName}`, test.result().errors ?? []),
      ),
      ...broken.map((suite) =>
        suite.type === 'module'
          ? describeFailure(fileOf(suite), suite.errors())
          : describeFailure(`${fileOf(suite.module)} › ${suite.fullName}`, suite.errors()),
      ),
      ...(unhandled.length > 0 ? [describeFailure('an error that no test caught', unhandled)] : []),
    ],
  };
};

export default class SumReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['UNIT_SUM_FILE'];
    if (file) writeFileSync(file, JSON.stringify(sumUp(modules, unhandled)));
  }
}
