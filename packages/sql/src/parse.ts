/**
 * Reads a `.sql` file of named statements. Annotations are comments, so that any SQL tool can read the file:
 *
 *   -- @statement placeBets         starts a statement; comment lines after it document it
 *   -- @nullable limit, autos[]     parameters, or elements of array parameters, that may be null
 *   -- @accepted refusal            where this column is null, every outer join of the statement found its row
 *   -- @rows player_id, stake       array parameters that are columns of rows: the statement is given objects
 *                                   (@nullable and @rows may stand twice, where a list is too long for a line)
 *   -- @unprepared WHY              planned for the values of each run
 *   -- @role owner                  the owner of the database runs it, above the first statement: all of the file
 *   -- @fragment openNext           SQL that statements of the same file include as {{openNext}}, those of a file
 *                                   that is named fragments.sql in any file
 *
 * Parameters are written `:player_ids`. A column `AS "total!"` is declared not null where that cannot be inferred.
 */

/** What is wrong in a file, and in which line. */
export class SourceError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Fragments that a file may include without having them itself. */
export const parseFragments = (source: string): Map<string, string> => parseFile(source, new Map()).fragments;

export const parseStatements = (
  source: string,
  shared: ReadonlyMap<string, string> = new Map(),
): SourceStatement[] => parseFile(source, shared).statements;

const parseFile = (
  source: string,
  shared: ReadonlyMap<string, string>,
): { statements: SourceStatement[]; fragments: Map<string, string> } => {
  const own = new Map<string, string>();
  const fragments = new Map(shared);
  const statements: SourceStatement[] = [];
  let isOwners = false;
  let next = 1;
  for (const section of source.split(/^(?=-- @(?:statement|fragment) )/m)) {
    const line = next;
    next += section.split('\n').length - 1;
    const header = /^-- @(statement|fragment) (\w+)\n/.exec(section);
    if (!header) {
      const first = section.split('\n').findIndex((text) => text.trim() !== '' && !text.startsWith('--'));
      if (first !== -1) throw new SourceError(line + first, 'SQL before the first -- @statement NAME');
      isOwners = /^-- @role owner$/m.test(section);
      continue;
    }
    const [whole, kind, name = ''] = header;
    const body = parseHeader(section.slice(whole.length), line + 1);
    if (kind === 'fragment') {
      if (fragments.has(name)) throw new SourceError(line, `two fragments are named ${name}`);
      own.set(name, body.sql.trim());
      fragments.set(name, body.sql.trim());
    } else {
      const statement = parseStatement(name, body, fragments);
      statements.push({ ...statement, isOwners: isOwners || statement.isOwners });
    }
  }
  return { statements, fragments: own };
};

const annotation = /^-- @(?:(?:nullable|accepted|rows|unprepared) .|role owner$)/;

const parseHeader = (body: string, line: number) => {
  const lines = body.split('\n');
  const end = lines.findIndex((text) => !text.startsWith('--'));
  const unknown = lines.findIndex(
    (text, at) => text.startsWith('-- @') && !(at < end && annotation.test(text)),
  );
  if (unknown !== -1)
    throw new SourceError(line + unknown, `unknown annotation, or not at the head: ${lines[unknown] ?? ''}`);
  return {
    comments: lines.slice(0, end).map((text) => text.replace(/^-- ?/, '')),
    sql: lines.slice(end).join('\n'),
    /** The line of the file where the SQL begins. */
    line: line + end,
  };
};

type Body = ReturnType<typeof parseHeader>;

const parseStatement = (name: string, { comments, sql, line }: Body, fragments: Map<string, string>) => {
  const annotations = comments.filter((text) => text.startsWith('@'));
  const valuesOf = (kind: string): string[] =>
    annotations.filter((text) => text.startsWith(`@${kind} `)).map((text) => text.slice(kind.length + 2));
  const namesOf = (kind: string): string[] =>
    valuesOf(kind)
      .flatMap((value) => value.split(','))
      .map((item) => item.trim())
      .filter(Boolean);
  const nullable = namesOf('nullable');

  const included = include({ sql, line }, fragments);
  const { text, params, declared } = replaceNames(
    // What follows the end of a statement introduces the next one.
    included.replace(/;\s*(?:--[^\n]*\n?|\s)*$/, '').trim(),
  );
  const missing = [...nullable, ...namesOf('rows')].find((item) => !params.includes(item.replace('[]', '')));
  if (missing !== undefined)
    throw new SourceError(line, `${name}: an annotation names no parameter ${missing}`);
  return {
    name,
    /** The line of the file where its SQL begins. */
    line,
    /** Its lines are those of the file: no fragment has several. */
    keepsLines: included.split('\n').length === sql.split('\n').length,
    doc: comments.filter((text) => !text.startsWith('@')),
    /** With positional parameters. */
    text,
    /** Parameter names in the order of their numbers, as written. */
    params,
    nullableParams: new Set(nullable.filter((item) => !item.endsWith('[]'))),
    nullableElements: new Set(
      nullable.filter((item) => item.endsWith('[]')).map((item) => item.replace('[]', '')),
    ),
    /** Names of result columns that the file declares not null. */
    declared,
    acceptedBy: valuesOf('accepted')[0],
    /** The array parameters that are columns of rows. */
    rowParams: namesOf('rows'),
    isPrepared: valuesOf('unprepared').length === 0,
    /** An operator's command runs it under the role of the database's owner. */
    isOwners: annotations.includes('@role owner'),
  };
};

export type SourceStatement = ReturnType<typeof parseStatement>;

const include = ({ sql, line }: Omit<Body, 'comments'>, fragments: Map<string, string>): string =>
  sql.replaceAll(/\{\{(\w+)\}\}/g, (_, fragment: string) => {
    const text = fragments.get(fragment);
    if (text === undefined)
      throw new SourceError(line, `no fragment ${fragment} above it, nor in a fragments.sql`);
    return include({ sql: text, line }, fragments);
  });

/** Strings, comments and casts are matched first, so that nothing inside them is taken for a parameter. */
const tokens = new RegExp(
  [
    String.raw`'(?:[^']|'')*'`,
    String.raw`"(?<declared>[a-z_0-9]+)!"`,
    String.raw`"(?:[^"]|"")*"`,
    String.raw`--[^\n]*`,
    String.raw`/\*[\s\S]*?\*/`,
    '::',
    String.raw`(?<!\w):(?<param>[a-z_][a-z_0-9]*)`,
  ].join('|'),
  'g',
);

const replaceNames = (sql: string): { text: string; params: string[]; declared: Set<string> } => {
  const params: string[] = [];
  const declared = new Set<string>();
  const text = sql.replaceAll(tokens, (match, ...rest) => {
    const groups = rest.at(-1) as { declared?: string; param?: string };
    if (groups.declared !== undefined) {
      declared.add(groups.declared);
      return groups.declared;
    }
    if (groups.param === undefined) return match;
    if (!params.includes(groups.param)) params.push(groups.param);
    return `$${params.indexOf(groups.param) + 1}`;
  });
  return { text, params, declared };
};
