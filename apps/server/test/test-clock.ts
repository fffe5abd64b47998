/** A clock that moves on request, for tests of games. */
export { createTestClock, type TestClock } from './test-line.ts';
