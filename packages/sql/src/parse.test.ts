import { expect, it } from 'vitest';
import { parseFragments, parseStatements } from './parse.ts';

const parseOne = (sql: string) => {
  const [statement] = parseStatements(sql);
  if (!statement) throw new Error('no statement');
  return statement;
};

it('numbers named parameters by their first appearance, each once', () => {
  const { text, params } = parseOne('-- @statement find\nSELECT :b, :a, :b::int;\n');
  expect(text).toBe('SELECT $1, $2, $1::int');
  expect(params).toEqual(['b', 'a']);
});

it('takes nothing inside strings, quoted names, comments and casts for a parameter', () => {
  const { text, params } = parseOne(
    `-- @statement find\nSELECT ':a', ":b", x::text, 'it''s :c' -- :d\n/* :e */ FROM t WHERE i = :id;\n`,
  );
  expect(params).toEqual(['id']);
  expect(text).toContain(`':a', ":b", x::text, 'it''s :c' -- :d\n/* :e */`);
});

it('reads documentation, nullable parameters and elements, and columns declared not null', () => {
  const statement = parseOne(
    '-- @statement find\n-- Finds it.\n-- @nullable a, b[]\n-- @accepted refusal\nSELECT :a, :b, x AS ' +
      '"y!";\n\n-- A remark.\n',
  );
  expect(statement).toMatchObject({ doc: ['Finds it.'], acceptedBy: 'refusal', isPrepared: true });
  expect([...statement.nullableParams]).toEqual(['a']);
  expect([...statement.nullableElements]).toEqual(['b']);
  expect([...statement.declared]).toEqual(['y']);
  expect(statement.text).toBe('SELECT $1, $2, x AS y');
});

it('includes fragments of the same file, also in one another', () => {
  const source =
    '-- @fragment inner\na = :a\n-- @fragment outer\n({{inner}})\n-- @statement find\nSELECT {{outer}};\n';
  expect(parseOne(source).text).toBe('SELECT (a = $1)');
});

it('includes fragments that other files share, and refuses a second one of the name', () => {
  const shared = parseFragments('-- @fragment open\na = :a\n');
  const [statement] = parseStatements('-- @statement find\nSELECT {{open}};\n', shared);
  expect(statement?.text).toBe('SELECT a = $1');
  const again = '-- @fragment open\nb = :b\n-- @statement find\nSELECT {{open}};\n';
  expect(() => parseStatements(again, shared)).toThrow('two fragments are named open');
});

it('marks statements of the owner, one or all of a file', () => {
  const ownersOf = (source: string) => parseStatements(source).map((statement) => statement.isOwners);
  const two = '-- @statement a\n-- @role owner\nSELECT 1;\n-- @statement b\nSELECT 2;\n';
  expect(ownersOf(two)).toEqual([true, false]);
  expect(ownersOf(`-- Commands.\n-- @role owner\n\n${two}`)).toEqual([true, true]);
});

it.each<[source: string, line: number, message: string]>([
  ['-- @statement find\n-- @role admin\nSELECT 1', 2, 'unknown annotation'],
  ['-- @statement find\n-- @nulable a\nSELECT :a', 2, 'unknown annotation'],
  ['-- @statement find\nSELECT 1;\n\n-- @statment next\nSELECT 2;\n', 4, 'unknown annotation'],
  ['-- @statement find\nSELECT :a\n-- @nullable a\n', 3, 'not at the head'],
  ['-- @statement find\n-- @nullable b\nSELECT :a', 3, 'names no parameter b'],
  ['-- @statement find\nSELECT {{gone}}', 2, 'no fragment gone'],
  ['-- Text.\n\nSELECT 1', 3, 'SQL before the first'],
])('refuses %j in its line', (source, line, message) => {
  expect(() => parseStatements(source)).toThrow(
    expect.objectContaining({ line, message: expect.stringContaining(message) as string }) as Error,
  );
});
