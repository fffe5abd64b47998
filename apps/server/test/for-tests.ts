/** Databases and sites that are opened before the tests of a file or of a `describe`, and closed after them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, TestRunner } from 'vitest';
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './harness.ts';
import { startWatchedSite, type WatchedSite } from './watched-site.ts';
import {
  startTestSite,
  type TestSite,
  type TestSiteOptions,
  type TimedSite,
  type TimedSiteOptions,
} from './test-site.ts';

type Opened = Pick<TestDatabase, 'findViolations' | 'close'>;
/** Whether the audit has to be clean in the end. */
type Audited = { isAudited?: boolean };

const forAll = [beforeAll, afterAll] as const;
const forEach = [beforeEach, afterEach] as const;

/** What is returned gets its members when the hook before the tests runs. */
const open = <One extends Opened>(
  [before, after]: typeof forAll | typeof forEach,
  start: () => Promise<One>,
  isAudited = false,
): One => {
  const opened = {} as One;
  let started: One | undefined;
  before(async () => {
    started = await start();
    Object.assign(opened, started);
  });
  after(async () => {
    const violations = (isAudited && (await started?.findViolations())) || [];
    await started?.close();
    started = undefined;
    expect(violations, 'the audit after the tests').toEqual([]);
  });
  return opened;
};

export const databaseForAll = ({ isAudited, ...options }: TestDatabaseOptions & Audited = {}): TestDatabase =>
  open(forAll, () => createTestDatabase(options), isAudited);

export const databaseForEach = ({
  isAudited,
  ...options
}: TestDatabaseOptions & Audited = {}): TestDatabase =>
  open(forEach, () => createTestDatabase(options), isAudited);

/** A test that is repeated in CI finds the players of its first run on the site. */
const nameInThisRun = (name: string): string => {
  const repeats = TestRunner.getCurrentTest()?.result?.retryCount ?? 0;
  return repeats === 0 ? name : `${repeats}_${name}`.slice(0, 20);
};

export function siteForAll(options: TimedSiteOptions & Audited): TimedSite;
export function siteForAll(options?: TestSiteOptions & Audited): TestSite;
export function siteForAll({ isAudited, ...options }: TestSiteOptions & Audited = {}): TestSite {
  const start = async (): Promise<TestSite> => {
    const site = await startTestSite(options);
    return { ...site, register: (name, more) => site.register(nameInThisRun(name), more) };
  };
  return open(forAll, start, isAudited);
}

export function siteForEach(options: TimedSiteOptions & Audited): TimedSite;
export function siteForEach(options?: TestSiteOptions & Audited): TestSite;
export function siteForEach({ isAudited, ...options }: TestSiteOptions & Audited = {}): TestSite {
  return open(forEach, () => startTestSite(options), isAudited);
}

export const watchedSiteForAll = (env?: Record<string, string>): WatchedSite =>
  open(forAll, () => startWatchedSite(env));

export const watchedSiteForEach = (env?: Record<string, string>): WatchedSite =>
  open(forEach, () => startWatchedSite(env));
