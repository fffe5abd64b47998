import { expect, test } from 'vitest';
import { readSettings } from '../../apps/server/src/platform/settings.ts';
import { configureGames, loadGames } from '../../apps/server/src/site/games.ts';
import { toGamesConfig } from '../../apps/server/src/site/games-config.ts';

test('returns its keys in the established order, with later games and keys last', async () => {
  const settings = readSettings({});
  const { config, schema } = toGamesConfig(settings, await configureGames(settings));
  const keys = Object.keys(schema.parse(config));
  expect(keys.slice(0, 9)).toEqual([
    'currency',
    'siteTimeZone',
    'bonuses',
    'lottery',
    'aviator',
    'doubleTrouble',
    'mineField',
    'ads',
    'wheel',
  ]);
  const ids = (await loadGames()).map(({ id }) => id);
  expect(keys.slice(9)).toEqual([...ids.filter((id) => !keys.slice(0, 9).includes(id)), 'registration']);
});

test('refuses invalid settings of a game before a site starts', async () => {
  const settings = readSettings({ DOUBLE_TROUBLE_MAX: '40' });
  await expect(configureGames(settings)).rejects.toThrow('DOUBLE_TROUBLE_MAX is "40": it must be 30 or 50');
});
