import { expect, test } from 'vitest';
import { createTopicSet } from './topics.ts';

test('assigns a bit to each topic and another to its ticks', () => {
  const topics = createTopicSet(['one', 'two']);
  expect([topics.bitOf('one'), topics.bitOf('two'), topics.everyTick]).toEqual([1, 2, 4]);
  expect(topics.all).toBe(7);
});

test('refuses two topics of one name, and an unknown topic', () => {
  expect(() => createTopicSet(['one', 'one'])).toThrow('two games have the same topic');
  expect(() => createTopicSet(['one']).bitOf('two')).toThrow('there is no topic two');
});
