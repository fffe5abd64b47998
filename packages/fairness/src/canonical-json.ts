/** RFC 8785: keys in order, no spaces; strings and numbers are spelled as JSON.stringify does. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

export const canonicalJson = (value: CanonicalValue): string => JSON.stringify(inOrder(value));

const inOrder = (value: CanonicalValue): CanonicalValue => {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(inOrder);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, inOrder(each)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
};

const isList = (value: object): value is readonly CanonicalValue[] => Array.isArray(value);
