import { expect, test } from 'vitest';
import { readSettings } from '../platform/settings.ts';
import { configureGames } from './games.ts';
import { toGamesConfig } from './games-config.ts';

test('the answer has its keys in the order that clients have always been given', async () => {
  const settings = readSettings({});
  const { config, schema } = toGamesConfig(settings, await configureGames(settings));
  expect(Object.keys(schema.parse(config))).toEqual([
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
});

test('the settings of a game are refused before a site starts', async () => {
  const settings = readSettings({ DOUBLE_TROUBLE_MAX: '40' });
  await expect(configureGames(settings)).rejects.toThrow('DOUBLE_TROUBLE_MAX is "40": allowed is 30 or 50');
});
