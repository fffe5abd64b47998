/**
 * Which columns of an analyzed query may be null, and which texts they can have. PostgreSQL marks in its own
 * query tree which outer joins can make a column null, so this is exact for columns, and careful for the rest: what
 * is not known to be not null is nullable.
 */
import type { Catalogue } from './catalogue.ts';
import { isNode, nodesOf, numbersOf, textOf, type TreeNode, type TreeValue } from './node-tree.ts';

export interface Fact {
  isNullable: boolean;
  /** Whether it is nullable where every outer join finds its row. */
  isNullableWhenJoined: boolean;
  /** The only texts that the value can be, where they are known. */
  texts: ReadonlySet<string> | undefined;
}

export interface Scope {
  query: TreeNode;
  parent: Scope | undefined;
  catalogue: Catalogue;
  parameters: readonly { isNullable: boolean; hasNullableElements: boolean }[];
  /** Recursive CTEs that are being inferred. */
  open: ReadonlySet<TreeNode>;
}

const notNull: Fact = { isNullable: false, isNullableWhenJoined: false, texts: undefined };
const nullable: Fact = { isNullable: true, isNullableWhenJoined: true, texts: undefined };

/** Functions that give null for null arguments only. */
const strictFunctions = new Set(
  `abs bit_count bool bpchar ceil ceiling char_length clock_timestamp concat
  current_setting date date_part date_trunc decode encode extract float4 float8 floor format gen_random_bytes
  gen_random_uuid generate_series hashtext int2 int4 int8 interval json_build_array json_build_object jsonb_build_array
  jsonb_build_object left length lower lpad make_interval md5 mod now num_nulls numeric octet_length pg_has_role
  has_table_privilege position power random repeat replace right round rpad sha256 sign split_part sqrt
  statement_timestamp strpos substr substring text timestamp timestamptz timezone to_char to_json to_jsonb to_timestamp
  transaction_timestamp trunc txid_current upper cardinality int8send
  public.day_in_zone public.coins_account public.winnings_account`.split(/\s+/),
);
const strictOperators = new Set('+ - * / % || = <> < > <= >= ~ !~ ~~ !~~ ~* << >> & | # @>'.split(' '));
const numberedAggregates = new Set(['count']);
const windowFunctions = new Set([
  'row_number',
  'rank',
  'dense_rank',
  'count',
  'ntile',
  'percent_rank',
  'cume_dist',
]);

const number = (value: TreeValue | undefined): number =>
  Number(typeof value === 'string' ? value : Number.NaN);

/** The columns that a query gives: those of SELECT, or of RETURNING. */
export const outputOf = (query: TreeNode): TreeNode[] =>
  nodesOf(
    query.fields['commandType'] === '1' ? query.fields['targetList'] : query.fields['returningList'],
  ).filter((entry) => entry.fields['resjunk'] !== 'true');

export const inferColumn = (scope: Scope, index: number): Fact => {
  const leaves = leavesOf(scope.query.fields['setOperations']);
  if (leaves.length > 0) {
    const tables = nodesOf(scope.query.fields['rtable']);
    return either(
      leaves.map((leaf) => {
        const query = tables[leaf - 1]?.fields['subquery'];
        return isNode(query) ? inferColumn({ ...scope, query, parent: scope }, index) : nullable;
      }),
    );
  }
  const expression = outputOf(scope.query)[index]?.fields['expr'];
  return isNode(expression) ? inferExpression(scope, expression) : nullable;
};

/** Indices of the tables that a UNION is made of. */
const leavesOf = (operation: TreeValue | undefined): number[] => {
  if (!isNode(operation)) return [];
  if (operation.type === 'RANGETBLREF') return [number(operation.fields['rtindex'])];
  return [...leavesOf(operation.fields['larg']), ...leavesOf(operation.fields['rarg'])];
};

/** One of them, unknown which. */
const either = (facts: readonly Fact[]): Fact => ({
  isNullable: facts.some((fact) => fact.isNullable),
  isNullableWhenJoined: facts.some((fact) => fact.isNullableWhenJoined),
  texts: facts.every((fact) => fact.texts)
    ? new Set(facts.flatMap((fact) => [...(fact.texts ?? [])]))
    : undefined,
});

/** Null as soon as one of them is. */
const all = (facts: readonly Fact[]): Fact => ({ ...either(facts), texts: undefined });

/** Null only where all of them are. */
const firstNotNull = (facts: readonly Fact[]): Fact => ({
  ...either(facts),
  isNullable: facts.every((fact) => fact.isNullable),
  isNullableWhenJoined: facts.every((fact) => fact.isNullableWhenJoined),
});

const inferExpression = (scope: Scope, node: TreeNode): Fact => {
  const { fields } = node;
  const infer = (value: TreeValue | undefined): Fact =>
    isNode(value) ? inferExpression(scope, value) : nullable;
  const inferAll = (value: TreeValue | undefined): Fact[] =>
    nodesOf(value).map((item) => inferExpression(scope, item));

  switch (node.type) {
    case 'VAR':
      return inferVariable(scope, node);
    case 'CONST':
      return inferConstant(node);
    case 'PARAM': {
      const parameter = scope.parameters[number(fields['paramid']) - 1];
      return parameter?.isNullable === false ? notNull : nullable;
    }
    case 'RELABELTYPE':
      return infer(fields['arg']);
    case 'COERCEVIAIO': {
      const argument = fields['arg'];
      // The text of an enum is one of its labels.
      const labels = isNode(argument)
        ? (scope.catalogue.types.get(number(argument.fields['vartype']))?.labels ?? [])
        : [];
      return { ...infer(argument), texts: labels.length > 0 ? new Set(labels) : undefined };
    }
    case 'ARRAYCOERCEEXPR':
    case 'CONVERTROWTYPEEXPR':
      return { ...infer(fields['arg']), texts: undefined };
    case 'COLLATEEXPR':
      return infer(fields['arg']);
    case 'COALESCEEXPR':
    case 'MINMAXEXPR':
    case 'COALESCE':
    case 'MINMAX':
      return firstNotNull(inferAll(fields['args']));
    case 'CASEEXPR':
    case 'CASE': {
      const results = nodesOf(fields['args']).map((when) => infer(when.fields['result']));
      return either([...results, infer(fields['defresult'])]);
    }
    case 'BOOLEXPR':
      return all(inferAll(fields['args']));
    case 'NULLTEST':
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
    case 'ROW':
    case 'ROWEXPR':
    case 'ARRAY':
    case 'ARRAYEXPR':
    case 'SQLVALUEFUNCTION':
    case 'GROUPINGFUNC':
      return notNull;
    case 'OPEXPR':
      return strictOperators.has(scope.catalogue.operators.get(number(fields['opno'])) ?? '')
        ? all(inferAll(fields['args']))
        : nullable;
    case 'SCALARARRAYOPEXPR':
      return all(inferAll(fields['args']));
    case 'FUNCEXPR':
      return strictFunctions.has(scope.catalogue.functions.get(number(fields['funcid'])) ?? '')
        ? all(inferAll(fields['args']))
        : nullable;
    case 'AGGREF':
      return inferAggregate(scope, node);
    case 'WINDOWFUNC':
      return windowFunctions.has(scope.catalogue.functions.get(number(fields['winfnoid'])) ?? '')
        ? notNull
        : nullable;
    case 'SUBLINK':
      return inferSublink(scope, node);
    default:
      return nullable;
  }
};

const inferConstant = ({ fields }: TreeNode): Fact => {
  if (fields['constisnull'] === 'true') return { ...nullable, texts: new Set() };
  const value = fields['constvalue'];
  const isText = ['25', '705', '1043'].includes(textOf(fields['consttype']));
  if (!isText || !Array.isArray(value) || !Array.isArray(value[1])) return notNull;
  // The first four bytes are the length.
  const bytes = value[1].map((byte) => number(byte) & 0xff).slice(4);
  return { ...notNull, texts: new Set([Buffer.from(bytes).toString('utf8')]) };
};

/** Over groups every aggregate sees a row; without groups it may see none. */
const inferAggregate = (scope: Scope, { fields }: TreeNode): Fact => {
  const name = scope.catalogue.functions.get(number(fields['aggfnoid'])) ?? '';
  if (numberedAggregates.has(name)) return notNull;
  const isGrouped = nodesOf(scope.query.fields['groupClause']).length > 0;
  if (!isGrouped || fields['aggfilter'] !== null) return nullable;
  const facts = nodesOf(fields['args']).map((entry) => {
    const expression = entry.fields['expr'];
    return isNode(expression) ? inferExpression(scope, expression) : nullable;
  });
  return facts[0] ? { ...facts[0], texts: undefined } : nullable;
};

const inferSublink = (scope: Scope, { fields }: TreeNode): Fact => {
  const [exists, array, scalar] = ['0', '6', '4'];
  if (fields['subLinkType'] === exists || fields['subLinkType'] === array) return notNull;
  const query = fields['subselect'];
  if (fields['subLinkType'] !== scalar || !isNode(query)) return nullable;
  const fact = inferColumn({ ...scope, query, parent: scope }, 0);
  // An aggregate without groups always returns a row, and so does a SELECT without FROM.
  const hasRow =
    query.fields['hasAggs'] === 'true' &&
    nodesOf(query.fields['groupClause']).length === 0 &&
    query.fields['havingQual'] === null;
  const from = query.fields['jointree'];
  const isBare =
    isNode(from) && nodesOf(from.fields['fromlist']).length === 0 && from.fields['quals'] === null;
  return hasRow || isBare ? fact : { ...fact, isNullable: true, isNullableWhenJoined: true };
};

const inferVariable = (scope: Scope, { fields }: TreeNode): Fact => {
  let owner: Scope | undefined = scope;
  for (let up = number(fields['varlevelsup']); up > 0; up--) owner = owner?.parent;
  const table = owner && nodesOf(owner.query.fields['rtable'])[number(fields['varno']) - 1];
  if (!owner || !table) return nullable;
  const fact = inferTableColumn(owner, table, number(fields['varattno']));
  return numbersOf(fields['varnullingrels']).length > 0 ? { ...fact, isNullable: true } : fact;
};

const inferTableColumn = (scope: Scope, table: TreeNode, column: number): Fact => {
  if (column <= 0) return notNull;
  const { fields } = table;
  const [relation, subquery, join, functions, values, cte, group] = ['0', '1', '2', '3', '5', '6', '9'];
  const inferAt = (value: TreeValue | undefined, at: number): Fact => {
    const item = Array.isArray(value) ? value[at] : undefined;
    return isNode(item) ? inferExpression(scope, item) : nullable;
  };
  switch (fields['rtekind']) {
    case relation:
      return inferRelationColumn(scope, number(fields['relid']), column);
    case subquery: {
      const query = fields['subquery'];
      return isNode(query) ? inferColumn({ ...scope, query, parent: scope }, column - 1) : nullable;
    }
    case join:
      return inferAt(fields['joinaliasvars'], column - 1);
    case functions:
      return inferFunctionColumn(scope, nodesOf(fields['functions']), column);
    case values: {
      const lists = Array.isArray(fields['values_lists']) ? fields['values_lists'] : [];
      return either(lists.map((list) => inferAt(list, column - 1)));
    }
    case cte:
      return inferCteColumn(scope, table, column);
    case group:
      return inferAt(fields['groupexprs'], column - 1);
    default:
      return nullable;
  }
};

const inferRelationColumn = (scope: Scope, oid: number, column: number): Fact => {
  const relation = scope.catalogue.relations.get(oid);
  const entry = relation?.columns.get(column);
  if (!relation || !entry) return nullable;
  if (relation.view) {
    return inferColumn({ ...scope, query: relation.view, parent: undefined, parameters: [] }, column - 1);
  }
  const texts = entry.allowed && new Set(entry.allowed);
  return entry.isNotNull ? { ...notNull, texts } : { ...nullable, texts };
};

const inferFunctionColumn = (scope: Scope, functions: TreeNode[], column: number): Fact => {
  let left = column;
  for (const { fields } of functions) {
    const width = number(fields['funccolcount']);
    const call = fields['funcexpr'];
    if (left > width) {
      left -= width;
      continue;
    }
    if (!isNode(call) || call.type !== 'FUNCEXPR') return nullable;
    const name = scope.catalogue.functions.get(number(call.fields['funcid'])) ?? '';
    const row = scope.catalogue.types.get(number(call.fields['funcresulttype']))?.relation ?? 0;
    // A function of ours that gives rows of a table or a view gives rows that exist in it.
    if (row !== 0) return inferRelationColumn(scope, row, left);
    const [argument] = nodesOf(call.fields['args']);
    if (name === 'unnest' && argument?.type === 'PARAM') {
      const parameter = scope.parameters[number(argument.fields['paramid']) - 1];
      return parameter?.hasNullableElements === false ? notNull : nullable;
    }
    return strictFunctions.has(name) ? notNull : nullable;
  }
  // WITH ORDINALITY.
  return notNull;
};

const inferCteColumn = (scope: Scope, table: TreeNode, column: number): Fact => {
  let owner: Scope | undefined = scope;
  for (let up = number(table.fields['ctelevelsup']); up > 0; up--) owner = owner?.parent;
  const cte =
    owner &&
    nodesOf(owner.query.fields['cteList']).find((item) => item.fields['ctename'] === table.fields['ctename']);
  const query = cte?.fields['ctequery'];
  if (!owner || !cte || !isNode(query)) return nullable;
  // What a recursive term reads from its own rows is determined by the other terms.
  if (scope.open.has(cte)) return { ...notNull, texts: new Set() };
  return inferColumn({ ...owner, query, parent: owner, open: new Set([...scope.open, cte]) }, column - 1);
};
