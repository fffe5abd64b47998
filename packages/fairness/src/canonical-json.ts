/**
 * RFC 8785: keys in the order of their UTF-16 code units, no spaces, strings and numbers as JSON.stringify
 * spells them.
 */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

/** Throws for what has no canonical form: numbers that are not finite, and surrogates without their other half. */
export const canonicalJson = (value: CanonicalValue): string => {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not in JSON`);
  if (typeof value === 'string' && !isWellFormed(value))
    throw new TypeError('a text has half of a character');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // An object would put keys that look like whole numbers before all others, so that none is made.
  const fields = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => `${canonicalJson(key)}:${canonicalJson(each)}`);
  return `{${fields.join(',')}}`;
};

/** As String.prototype.isWellFormed, which older browsers lack. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const isList = (value: object): value is readonly CanonicalValue[] => Array.isArray(value);
