/**
 * The answers that a prerendered page was made from. The build writes them next to its HTML as a block of
 * JSON, which no browser runs, so that the first render finds what the HTML shows. They count as old: the
 * page refetches once it is live.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

export type PageData = readonly (readonly [QueryKey, unknown])[];

const blockId = 'page-data';

export function fillCache(client: QueryClient, data: PageData): void {
  for (const [key, value] of data) client.setQueryData(key, value, { updatedAt: 0 });
}

/** `<` is escaped, so that no text in it can end the block. */
export const pageDataBlock = (data: PageData): string =>
  data.length === 0
    ? ''
    : `<script type="application/json" id="${blockId}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

export function readPageData(): PageData {
  const block = document.getElementById(blockId)?.textContent;
  return block ? (JSON.parse(block) as PageData) : [];
}
