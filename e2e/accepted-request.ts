/** Whether a step of a test reached the server. */
import type { Page, Request } from '@playwright/test';
import { nextFrames } from './frames.ts';

/**
 * Takes the step, and returns whether the page then posted to `path` and the server answered 201. Returns false where
 * the step met a disabled button, so that it may be repeated without a second request.
 */
export const isAccepted = async (page: Page, path: string, step: () => Promise<void>): Promise<boolean> => {
  const requests: Request[] = [];
  const note = (request: Request): void => {
    if (request.method() === 'POST' && request.url().endsWith(path)) requests.push(request);
  };
  page.on('request', note);
  try {
    await step();
    await nextFrames(page);
  } finally {
    page.off('request', note);
  }
  return (await requests[0]?.response())?.status() === 201;
};
