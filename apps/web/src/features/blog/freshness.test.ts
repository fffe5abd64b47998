import { afterEach, describe, expect, it, vi } from 'vitest';
import { fingerprint, showsTheTruth } from './freshness.ts';

const post = { id: 'a-post', title: 'A post', likes: 0 };
const root = (dataset: Record<string, string>) => ({ dataset }) as unknown as HTMLElement;
const page = root({ asks: '/api/blog?limit=10', shows: fingerprint([post]) });
const answer = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));

afterEach(() => vi.unstubAllGlobals());

describe('a prerendered page', () => {
  it('shows the truth where it has nothing that grows old', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('nothing to ask')));
    expect(await showsTheTruth(root({}))).toBe(true);
  });

  it('is current while the server returns the same, whatever else it adds', async () => {
    answer([{ ...post, content: '<p>words</p>', liked: false }]);
    expect(await showsTheTruth(page)).toBe(true);
    answer(post);
    expect(await showsTheTruth(page), 'one post alone').toBe(true);
  });

  it.each([
    ['a post was liked', [{ ...post, likes: 1 }], 200],
    ['a post has a new title', [{ ...post, title: 'Another' }], 200],
    ['a post is new', [{ ...post, id: 'newer' }, post], 200],
    ['the server refuses', { code: 'internal_error' }, 500],
  ])('does not when %s', async (_, body, status) => {
    answer(body, status);
    expect(await showsTheTruth(page)).toBe(false);
  });

  it('does not when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    expect(await showsTheTruth(page)).toBe(false);
  });
});
