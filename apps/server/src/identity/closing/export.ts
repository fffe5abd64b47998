/**
 * Writes the export of a player's data in pages: each page is a separate statement, so that neither the size of an
 * account nor a slow reader takes memory, a connection or a snapshot.
 */
import type { Database } from '../../platform/database/database.ts';
import type { PagedList } from './export-lists.ts';

export { exportLists } from './export-lists.ts';

type Query = Database['query'];

/** The rows of a list as JSON texts, a page at a time. */
async function* readPages(query: Query, list: PagedList, playerId: bigint): AsyncGenerator<string[]> {
  for (let after = list.start; ;) {
    const rows = await list.page(query, { playerId, after, maxRows: list.pageSize });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.flatMap(({ row }) => row ?? []);
    after = last.place;
  }
}

/** The export as pieces of one JSON object, which begins with `user`. A page is read when it is requested. */
export async function* writeExport(
  query: Query,
  { playerId, user, lists }: { playerId: bigint; user: object; lists: readonly PagedList[] },
): AsyncGenerator<string> {
  yield `{"user":${JSON.stringify(user)}`;
  for (const [name, parts] of Map.groupBy(lists, (list) => list.name)) {
    yield `,${JSON.stringify(name)}:[`;
    let isFirst = true;
    for (const part of parts) {
      for await (const rows of readPages(query, part, playerId)) {
        if (rows.length === 0) continue;
        yield `${isFirst ? '' : ','}${rows.join(',')}`;
        isFirst = false;
      }
    }
    yield ']';
  }
  yield '}';
}
