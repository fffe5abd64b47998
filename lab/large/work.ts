/** What statements did, as PostgreSQL counted it, and how it finds their rows. */
import type { Database } from '../../apps/server/src/platform/database/database.ts';

export interface Work {
  text: string;
  calls: number;
  /** Pages of 8 KiB that were read, from memory or not, over all calls. */
  buffers: number;
  /** Pages that were written to files for sorts and hashes. */
  temporary: number;
  /** Milliseconds over all calls. */
  ms: number;
}

export const resetWork = async ({ query }: Database): Promise<void> => {
  await query({ text: 'SELECT counted.pg_stat_statements_reset()', values: [] });
};

/** Counts statements that were sent by themselves, and within them those of functions. */
export const readWork = ({ query }: Database): Promise<Work[]> =>
  query<Work>({
    text: `SELECT query AS text, calls::integer AS calls,
        (shared_blks_hit + shared_blks_read)::integer AS buffers, temp_blks_written::integer AS temporary,
        total_exec_time::float8 AS ms
      FROM counted.pg_stat_statements WHERE toplevel`,
    values: [],
  });

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const scansOf = (node: PlanNode): string[] => {
  const below = (node.Plans ?? []).flatMap(scansOf);
  if (node['Node Type'] === 'Sort') return ['Sort', ...below];
  if (node['Node Type'] === 'Seq Scan') return [`Seq Scan ${node['Relation Name']}`, ...below];
  if (node['Index Name'] !== undefined) return [node['Index Name'], ...below];
  return below;
};

/** The indexes and tables that the generic plan of a statement scans; empty where it cannot be explained. */
export const explainScans = async (database: Database, text: string): Promise<string> => {
  try {
    const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
      text: `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
      values: [],
    });
    const plan = row?.['QUERY PLAN'][0].Plan;
    return plan ? [...new Set(scansOf(plan))].slice(0, 6).join(', ') : '';
  } catch {
    return '';
  }
};
