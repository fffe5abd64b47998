/** Reads the blog's posts from content/blog. */
import { readdir, readFile } from 'node:fs/promises';
import { parsePost, type Post } from '@fairground/content/post';

const folder = new URL('../../../../content/blog/', import.meta.url);

/** Throws an error that names the file, where one is not as it should be. */
export const readPosts = async (): Promise<Post[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(
    names.map(async (name) => parsePost(name.slice(0, -3), await readFile(new URL(name, folder), 'utf8'))),
  );
};
