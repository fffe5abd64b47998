import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from './session.ts';

afterEach(() => onlineManager.setOnline(true));

it('fails what is pressed offline at once, and does not do it later', async () => {
  onlineManager.setOnline(false);
  const press = new MutationObserver(queryClient, {
    mutationFn: async () => {
      throw new TypeError('Failed to fetch');
    },
  });
  const held = new Promise<string>((resolve) => {
    press.subscribe(({ isPaused }) => isPaused && resolve('held until the device is online'));
  });
  const failed = press.mutate().catch((error: unknown) => String(error));
  expect(await Promise.race([held, failed])).toContain('Failed to fetch');
});
