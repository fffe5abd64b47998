import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

it('fails what is pressed offline at once, and does not send it later', async () => {
  onlineManager.setOnline(false);
  const press = new MutationObserver(queryClient, {
    mutationFn: async () => {
      throw new ApiError({ status: 0, code: 'network', detail: 'No answer came.' });
    },
  });
  const held = new Promise<string>((resolve) => {
    press.subscribe(({ isPaused }) => isPaused && resolve('held until the device is online'));
  });
  const failed = press.mutate().catch((error: unknown) => String(error));
  expect(await Promise.race([held, failed])).toContain('No answer came.');
});

it('loads anew what changed while it was loaded for the first time', async () => {
  const answers: (() => void)[] = [];
  let value = 'before';
  const query = new QueryObserver(queryClient, {
    queryKey: ['changing'],
    queryFn: () => {
      const read = value;
      return new Promise<string>((resolve) => answers.push(() => resolve(read)));
    },
  });
  const stop = query.subscribe(() => undefined);
  value = 'after';
  const invalidated = queryClient.invalidateQueries({ queryKey: ['changing'] });
  for (const answer of answers) answer();
  await invalidated;
  expect(query.getCurrentResult().data).toBe('after');
  stop();
});
