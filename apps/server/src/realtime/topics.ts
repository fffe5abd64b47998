/** The topics of the site as bits, in the order in which the games are listed. */
import type { Topic } from '@fairground/contract/live';

/** One bit per topic, and one for every tick. */
export type Interest = number;

/** Bits are those of a 32-bit integer. */
const maxTopics = 30;

export const createTopicSet = (names: readonly Topic[]) => {
  if (new Set(names).size !== names.length) throw new Error('two games have the same topic');
  if (names.length > maxTopics) throw new Error(`more than ${maxTopics} topics`);
  const everyTick = 1 << names.length;
  return {
    names,
    everyTick,
    /** Every topic with every tick: what a new connection gets. */
    all: everyTick * 2 - 1,
    bitOf(topic: Topic): Interest {
      const at = names.indexOf(topic);
      if (at === -1) throw new Error(`there is no topic ${topic}`);
      return 1 << at;
    },
  };
};

export type TopicSet = ReturnType<typeof createTopicSet>;
