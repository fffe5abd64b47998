import { afterEach, expect, test, vi } from 'vitest';
import { createSwitch } from './switch.ts';

const values = new Map<string, string>();
const storage = {
  getItem: (name: string) => values.get(name) ?? null,
  setItem: (name: string, value: string) => void values.set(name, value),
  removeItem: (name: string) => void values.delete(name),
};

afterEach(() => {
  values.clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('remembers what is not the default, for the next page load', () => {
  vi.stubGlobal('localStorage', storage);
  vi.stubEnv('SSR', false);
  for (const byDefault of [true, false]) {
    const first = createSwitch('any', byDefault);
    expect(first.get()).toBe(byDefault);
    first.set(!byDefault);
    const next = createSwitch('any', byDefault);
    expect([next.get(), next.initial()]).toEqual([!byDefault, byDefault]);
    next.set(byDefault);
    expect([next.get(), values.size]).toEqual([byDefault, 0]);
  }
});

test('lasts until the page is left where storage is forbidden', () => {
  vi.stubGlobal('localStorage', null);
  vi.stubEnv('SSR', false);
  const choice = createSwitch('any', false);
  choice.set(true);
  expect(choice.get()).toBe(true);
});
