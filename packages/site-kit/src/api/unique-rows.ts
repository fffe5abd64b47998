/**
 * Lists that are fetched by the number of a page. A row that is added or removed while the list is read moves
 * the others, so that pages overlap or leave rows out.
 */

interface Row {
  id: string;
}

/** Each row once, where it came first. */
export const uniqueRows = <R extends Row>(pages: readonly (readonly R[])[]): R[] => {
  const rows = new Map<string, R>();
  for (const row of pages.flat()) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
};

/**
 * Whether rows came in since the first of the pages: those are on none of them, and the list is to be fetched
 * again.
 */
export const areOverlapping = (pages: readonly (readonly Row[])[]): boolean =>
  uniqueRows(pages).length < pages.flat().length;
