/** What the tests of the whole site are told by it. */
import { afterEach, expect, it, vi } from 'vitest';
import { startTestSite, type TestSite } from './test-site.ts';

let site: TestSite | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await site?.close();
});

it('prints why a call was answered with 500', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  site = await startTestSite();
  const { get } = await site.register('alice');
  expect((await get('/fairness/seeds')).status).toBe(200);
  expect(printed).not.toHaveBeenCalled();
  await site.ownerRows('ALTER TABLE player_seed RENAME TO lost_seed');
  expect((await get('/fairness/seeds')).status).toBe(500);
  expect(printed.mock.calls).toEqual([
    [expect.stringMatching(/^GET \/api\/fairness\/seeds failed: .*relation "player_seed" does not exist\n/)],
  ]);
});
