/** Renders pages on a thread of its own, so that no request waits for it, and ends: its memory is free again. */
import { parentPort, workerData } from 'node:worker_threads';
import { openPrerenderer } from './prerenderer.ts';
import type { PostPagesJob, RenderedPostPages } from './live-posts.ts';

const render = async ({ from, paths, facts }: PostPagesJob): Promise<RenderedPostPages> => {
  const prerenderer = await openPrerenderer(from);
  const pages: RenderedPostPages = [];
  for (const path of paths) {
    const page: Record<string, string> = {};
    for (const language of prerenderer.languages) {
      page[language] = (await prerenderer.render({ path, kind: 'public' }, language, facts)).html;
    }
    pages.push({ path, page });
  }
  return pages;
};

parentPort?.postMessage(await render(workerData as PostPagesJob));
