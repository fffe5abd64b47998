import { expect, it } from 'vitest';
import { loadGames } from '../../site/games.ts';
import { listAchievements } from '../achievements/rules.ts';
import { listKinds } from './kinds.ts';

const games = await loadGames();
const titlesOf = (achievement: string) => {
  const texts = listKinds(games).get('achievement')?.texts({ achievement }, null);
  return { en: texts?.en.title, es: texts?.es.title };
};

it('a notice of a new badge names it in both languages', () => {
  expect(titlesOf('first-win')).toEqual({
    en: 'New badge: A first win',
    es: 'Insignia nueva: La primera ganancia',
  });
  const { ids } = listAchievements(games);
  expect(ids).toHaveLength(24);
  for (const id of ids) {
    expect(titlesOf(id).en).toMatch(/^New badge: \S/);
    expect(titlesOf(id).es).toMatch(/^Insignia nueva: \S/);
  }
});

it('a badge that there is no more is a new badge without a name', () => {
  expect(titlesOf('of-a-removed-game')).toEqual({ en: 'A new badge', es: 'Una insignia nueva' });
});
