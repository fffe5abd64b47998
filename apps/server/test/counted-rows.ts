/** How many rows statements look at, by EXPLAIN ANALYZE: work that a busy machine does not change. */
import type { Database } from '../src/platform/database/database.ts';

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

export interface CountedStatement {
  text: string;
  /** What scans found and left out, and pairs of rows that joins compared in vain. */
  rows: number;
}

const looksAt = (node: PlanNode): number => {
  const inVain = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const found = node['Node Type'].endsWith('Scan') ? node['Actual Rows'] : 0;
  const below = (node.Plans ?? []).reduce((sum, each) => sum + looksAt(each), 0);
  return (found + inVain) * node['Actual Loops'] + below;
};

/** Runs each SELECT a second time to explain it, and adds it to `counted`. */
export const countRows =
  (query: Database['query'], counted: CountedStatement[]): Database['query'] =>
  async <Row extends object>(statement: Parameters<Database['query']>[0]) => {
    const { text, values } = statement;
    if (/^\s*(SELECT|WITH)/.test(text)) {
      const [row] = await query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        text: `EXPLAIN (ANALYZE, TIMING off, FORMAT JSON) ${text}`,
        values,
      });
      if (row) counted.push({ text, rows: looksAt(row['QUERY PLAN'][0].Plan) });
    }
    return query<Row>(statement);
  };
