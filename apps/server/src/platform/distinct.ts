/**
 * Counts distinct ids over several processes from small messages. Up to `maxIds` ids are named, and the union is exact;
 * above that each process names the ids of a sample that is chosen by the id itself, so that the same id is in the
 * samples of all processes or of none, and the union of the samples estimates that of all.
 */
import * as z from 'zod/mini';

export const distinctSchema = z.object({
  count: z.number(),
  /** One id of 2^level is in the sample. */
  level: z.number().check(z.int(), z.gte(0), z.lte(40)),
  ids: z.array(z.string()),
});

export type Distinct = z.infer<typeof distinctSchema>;

const maxIds = 256;

/** FNV-1a, mixed: ids are consecutive numbers, and neighbors must not share low bits. */
const hashOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
};

const isInSample = (id: string, level: number): boolean => hashOf(id) % 2 ** Math.min(level, 32) === 0;

export const distinctOf = (all: ReadonlySet<string>): Distinct => {
  let level = 0;
  let ids = [...all];
  while (ids.length > maxIds) {
    level += 1;
    const sampled = level;
    ids = ids.filter((id) => isInSample(id, sampled));
  }
  return { count: all.size, level, ids };
};

/** Exact for one process, and where every process has few. */
export const countDistinct = (parts: readonly Distinct[]): number => {
  const [only] = parts;
  if (only === undefined) return 0;
  if (parts.length === 1) return only.count;
  const level = Math.max(...parts.map((part) => part.level));
  const union = new Set(parts.flatMap(({ ids }) => ids.filter((id) => isInSample(id, level))));
  const sum = parts.reduce((total, { count }) => total + count, 0);
  const largest = Math.max(...parts.map(({ count }) => count));
  return Math.min(sum, Math.max(largest, union.size * 2 ** level));
};
