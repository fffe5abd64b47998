/**
 * The answers that a prerendered page was made from. The build writes them next to its HTML as a block of
 * JSON, which no browser runs, so that the first render finds what the HTML shows. They count as old: the
 * page refetches once it is live.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

export type PageData = readonly (readonly [QueryKey, unknown])[];

const blockId = 'page-data';

let pageData: PageData = [];

/** Before the first render; when prerendering, before each page. */
export function providePageData(data: PageData): void {
  pageData = data;
}

/** What the page was made from by its name; undefined where the HTML has none. */
export const pageDataOf = (name: string): unknown =>
  pageData.find(([key]) => key.length === 1 && key[0] === name)?.[1];

export function fillCache(client: QueryClient): void {
  for (const [key, value] of pageData) client.setQueryData(key, value, { updatedAt: 0 });
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
