/** Reads PostgreSQL's textual form of an analyzed query (type pg_node_tree): nodes, lists and single values. */

export type TreeValue = TreeNode | TreeValue[] | string | null;

export interface TreeNode {
  type: string;
  fields: Record<string, TreeValue>;
}

const lexemes = /\\.|[(){}[\]]|"(?:\\.|[^"\\])*"|(?:\\.|[^\s(){}[\]])+/gs;

export const parseTree = (text: string): TreeValue => {
  const words = text.match(lexemes) ?? [];
  let at = 0;

  const readValue = (): TreeValue => {
    const word = words[at++];
    if (word === undefined) throw new Error('a node tree ended too early');
    if (word === '{') return readNode();
    if (word === '(') return readList(')');
    if (word === '[') return readList(']');
    if (word === '<>') return null;
    return word.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/gs, '$1');
  };
  const readList = (end: string): TreeValue[] => {
    const list: TreeValue[] = [];
    while (words[at] !== end) list.push(readValue());
    at += 1;
    return list;
  };
  const readNode = (): TreeNode => {
    const type = words[at++] ?? '';
    const fields: Record<string, TreeValue> = {};
    while (words[at] !== '}') {
      const name = (words[at++] ?? '').slice(1);
      const values: TreeValue[] = [];
      while (words[at] !== '}' && !words[at]?.startsWith(':')) values.push(readValue());
      // A constant is its length and its bytes.
      fields[name] = values.length > 1 ? values : (values[0] ?? null);
    }
    at += 1;
    return { type, fields };
  };
  return readValue();
};

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const nodesOf = (value: TreeValue | undefined): TreeNode[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];

/** The numbers of a list of integers, of oids, or of a set: `(i 1 2)`, `(o 1 2)`, `(b 1 2)`. */
export const numbersOf = (value: TreeValue | undefined): number[] =>
  Array.isArray(value)
    ? value.filter((item) => typeof item === 'string' && /^-?\d+$/.test(item)).map(Number)
    : [];

export const textOf = (value: TreeValue | undefined): string => (typeof value === 'string' ? value : '');
