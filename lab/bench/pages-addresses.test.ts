import { expect, it } from 'vitest';
import { playerBudgets, publicBudgets } from '../../e2e/page-budgets.ts';
import { pageAddresses, selectAddresses } from './pages-addresses.ts';

it('measures every page that has a budget', () => {
  const names = pageAddresses.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([...Object.keys(publicBudgets), ...Object.keys(playerBudgets)]),
  );
  expect(new Set(names).size).toBe(names.length);
});

it('opens mailed links with a token behind the #', () => {
  const mailed = selectAddresses('/newsletter').filter(({ isMailed }) => isMailed);
  expect(mailed.map(({ name }) => name)).toEqual([
    '/newsletter?mailed=confirm',
    '/newsletter?mailed=unsubscribe',
  ]);
  expect(mailed[0]?.url).toMatch(/^\/newsletter\?mailed=confirm#confirm=A+$/);
});

it('selects pages by their paths, with their mailed links', () => {
  expect(selectAddresses('/faq,/confirm-email').map(({ name }) => name)).toEqual([
    '/faq',
    '/confirm-email',
    '/confirm-email?mailed=token',
  ]);
  expect(selectAddresses(undefined)).toBe(pageAddresses);
});

it('refuses a path that has no budget', () => {
  expect(() => selectAddresses('/faq,/nowhere')).toThrow('/nowhere');
});
