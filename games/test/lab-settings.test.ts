/** Settings of the lab from forms and shared addresses, hostile ones among them. */
import type { GamesConfig } from '@fairground/contract/config';
import { describe, expect, it } from 'vitest';
import { loadGamesConfig } from '../../apps/server/src/site/games-config.ts';
import { readSettings } from '../../apps/server/src/platform/settings.ts';
import { draftOf, labGames, presets, queryOf, readDraft } from '../../apps/web/src/features/lab/settings.ts';

const config = (await loadGamesConfig(readSettings({}))) as GamesConfig;
const read = (query: string) => readDraft(Object.fromEntries(new URLSearchParams(query)), config);

describe('the settings of the lab', () => {
  it('are valid and different for each ready-made strategy', () => {
    const all = presets.map(({ draft }) => readDraft(draft, config));
    for (const { faults } of all) expect([...faults]).toEqual([]);
    expect(new Set(all.map(({ texts }) => queryOf(texts))).size).toBe(all.length);
    // The rules of play, and what a game offers.
    expect(all.length).toBeGreaterThan(2);
  });

  it('have valid defaults for every game', () => {
    expect(labGames.length).toBeGreaterThanOrEqual(5);
    for (const { id } of labGames) {
      const { settings, faults, texts } = read(`game=${id}`);
      expect([...faults], id).toEqual([]);
      expect(settings.game.id).toBe(id);
      expect(settings.balance).toBe(100 * settings.play.firstStake);
      expect(read(queryOf(texts)).settings).toEqual(settings);
    }
  });

  it('come back from an address as they were', () => {
    const query =
      'game=mineField&meadow=Expert&gems=4&rule=martingale&stake=200&cap=3200&balance=9000&rounds=30' +
      '&stopLoss=900&stopProfit=500&seed=42';
    const { settings, faults, texts } = read(query);
    expect(faults.size).toBe(0);
    expect(settings).toMatchObject({
      choice: { meadow: 'Expert', gems: '4' },
      play: {
        rule: 'martingale',
        firstStake: 200,
        maxStake: 3200,
        rounds: 30,
        stopLoss: 900,
        stopProfit: 500,
      },
      balance: 9000,
      seed: 42,
    });
    expect(Object.fromEntries(new URLSearchParams(queryOf(texts)))).toEqual(
      Object.fromEntries(new URLSearchParams(query)),
    );
  });

  it.each([
    ['game=aviator&at=1', 'at'],
    ['game=aviator&at=1.005', 'at'],
    ['game=aviator&at=1e3', 'at'],
    ['game=aviator&at=Infinity', 'at'],
    ['game=aviator&stake=15', 'stake'],
    ['game=aviator&stake=-10', 'stake'],
    ['game=aviator&rounds=1001', 'rounds'],
    ['game=aviator&rounds=', 'rounds'],
    ['game=aviator&balance=5', 'balance'],
    ['game=aviator&seed=4294967296', 'seed'],
    ['game=aviator&stopLoss=5', 'stopLoss'],
    ['game=aviator&stopProfit=0', 'stopProfit'],
    ['game=aviator&rule=martingale&stake=20&cap=10', 'cap'],
    ['game=mineField&meadow=Expert&gems=11', 'gems'],
  ])('refuse %s at its field, and use a default there', (query, field) => {
    const { settings, faults } = read(query);
    expect([...faults]).toEqual([field]);
    expect(Number.isFinite(settings.play.firstStake) && settings.play.rounds <= 1_000).toBe(true);
  });

  it('ignore games, rules and bets that do not exist', () => {
    const { settings, faults } = read('game=__proto__&rule=constructor&on=toString');
    expect([settings.game.id, settings.play.rule, faults.size]).toEqual([labGames[0]?.id, 'flat', 0]);
    expect(draftOf(new URLSearchParams('seed=1'))).toBeNull();
  });

  it('take a decimal comma, and digits in groups', () => {
    const { settings } = read('game=aviator&at=2,5&balance=10 000');
    expect([settings.choice['at'], settings.balance]).toEqual(['2.50', 10_000]);
  });
});
