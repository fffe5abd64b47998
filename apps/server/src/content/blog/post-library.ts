/**
 * The posts as their files are now. Each process looks at the folders every two seconds, and reads them again once
 * they have changed and then looked the same twice: by then a file that was being written is complete.
 */
import type { Post } from '@fairground/content/post';
import { repeat, type Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/logger.ts';
import { describeFolders, readPosts } from './post-files.ts';

export interface PostLibrary {
  /** The newest first; the same array until files have changed. */
  posts: () => readonly Post[];
  load: () => Promise<void>;
  stop: () => void;
}

interface LibraryOptions {
  /** Where two posts have one name, the one in the first folder is kept. */
  folders: readonly string[];
  clock: Pick<Clock, 'setTimeout'>;
  log: Pick<Log, 'warn'>;
}

export const lookEveryMs = 2_000;

export const createPostLibrary = ({ folders, clock, log }: LibraryOptions): PostLibrary => {
  let posts: readonly Post[] = [];
  let reported: readonly string[] = [];
  /** What the folders held at the last look, and when they were read. */
  let seen = '';
  let read = '';

  const readAgain = async (): Promise<void> => {
    // Files that change from here on are another state, and so read once more.
    const state = seen;
    const found = await readPosts(folders);
    for (const fault of found.faults) {
      if (!reported.includes(fault)) log.warn(`A file of the blog is left out. ${fault}`);
    }
    reported = found.faults;
    posts = found.posts;
    read = state;
  };
  const look = async (): Promise<void> => {
    const state = await describeFolders(folders);
    const isSettled = state === seen;
    seen = state;
    if (isSettled && state !== read) await readAgain();
  };
  const watch = repeat(clock, lookEveryMs, look, (error) =>
    log.warn({ err: error }, 'the files of the blog could not be read'),
  );

  return {
    posts: () => posts,
    async load() {
      seen = await describeFolders(folders);
      await readAgain();
      watch.start();
    },
    stop: watch.stop,
  };
};
