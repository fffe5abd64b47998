/**
 * Reads the posts of folders: Markdown, the translations in a folder a language within, and labels of tags in tags.yml.
 * A file that is not as it should be is left out with the reason, and changes nothing of the others.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  originalLanguage,
  parsePost,
  parseTranslation,
  postLanguages,
  type Post,
  type PostLanguage,
  type TranslationLanguage,
} from '@fairground/content/post';
import { parseTags } from '@fairground/content/tags';
import { isMissingFile } from '../../platform/files.ts';
import { withoutUnshowable } from '../../platform/showable-text.ts';

/** The posts that come with the site. Pages are built with them. */
const releaseFolder = fileURLToPath(new URL('../../../../../content/blog', import.meta.url));

/** Where two posts have one name, the one in the first folder is kept. */
export const blogFolders = ({ blogDir }: { blogDir: string }): string[] => [releaseFolder, blogDir];

export interface PostFiles {
  /** The newest first, no two of one moment: a list continues after the time of its last post. */
  posts: Post[];
  /** A line for each file that is left out: its path, and why. */
  faults: string[];
}

/** A text as long as a book; what is larger is no post. */
const maxKibibytes = 256;
const tagsFile = 'tags.yml';
const translated = postLanguages.filter((each): each is TranslationLanguage => each !== originalLanguage);

/** A tag may be labelled by any folder, the last one counts; of two posts with one name the first one is kept. */
export const readPosts = async (folders: readonly string[] = [releaseFolder]): Promise<PostFiles> => {
  const posts = new Map<string, Post>();
  const tagList = new Map<string, Readonly<Record<PostLanguage, string>>>();
  const faults: string[] = [];
  /** Hands over the text of a file; one that went in the meantime is none. */
  const take = async (file: string, use: (text: string) => void): Promise<void> => {
    try {
      use(await readText(file));
    } catch (error) {
      if (!isMissingFile(error)) faults.push(`${file}: ${reasonOf(error)}`);
    }
  };
  const takeEach = async (folder: string, use: (slug: string, text: string) => void): Promise<void> => {
    const names = await listTexts(folder).catch((error: unknown) => {
      faults.push(`${folder}: ${reasonOf(error)}`);
      return [];
    });
    for (const name of names) await take(join(folder, name), (text) => use(name.slice(0, -3), text));
  };

  for (const folder of folders) {
    await take(join(folder, tagsFile), (text) => {
      for (const [name, labels] of parseTags(text)) tagList.set(name, labels);
    });
  }
  for (const folder of folders) {
    const own = new Map<string, Post>();
    await takeEach(folder, (slug, text) => {
      if (posts.has(slug)) throw new Error('another folder has a post with this name');
      own.set(slug, parsePost(slug, text, tagList));
    });
    for (const language of translated) {
      await takeEach(join(folder, language), (slug, text) => {
        const post = own.get(slug);
        if (!post) throw new Error(`there is no post ${slug}.md that it translates`);
        const translation = parseTranslation(post, { language, text, tagList });
        own.set(slug, { ...post, translations: { ...post.translations, [language]: translation } });
      });
    }
    for (const [slug, post] of own) posts.set(slug, post);
  }
  return { posts: newestFirst([...posts.values()]), faults };
};

/** What the folders hold, without reading it: another text as soon as a file is added, changed or removed. */
export const describeFolders = async (folders: readonly string[]): Promise<string> => {
  const lines = folders
    .flatMap((folder) => [folder, ...translated.map((language) => join(folder, language))])
    .map(async (folder) => {
      const names = await listTexts(folder).catch((error: unknown) => [String(error)]);
      return Promise.all([...names, tagsFile].map((name) => describeFile(join(folder, name))));
    });
  return (await Promise.all(lines)).flat().join('\n');
};

const describeFile = async (file: string): Promise<string> => {
  const found = await stat(file).catch((error: unknown) => String(error));
  return typeof found === 'string'
    ? found
    : [file, found.size, found.mtimeMs, found.ctimeMs, found.ino].join(' ');
};

/** In the order of their names. A folder that is not there has none; hidden files are those of editors. */
const listTexts = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.md') && !name.startsWith('.')).toSorted();
  } catch (error) {
    if (isMissingFile(error)) return [];
    throw error;
  }
};

const readText = async (file: string): Promise<string> => {
  const found = await stat(file);
  if (!found.isFile()) throw new Error('this is no file');
  if (found.size > maxKibibytes * 1024) throw new Error(`this is larger than ${maxKibibytes} KiB`);
  // Some editors begin a file with a byte order mark.
  return withoutUnshowable(await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
};

/** In one line: those about YAML show the place in several. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

const newestFirst = (posts: readonly Post[]): Post[] => {
  let last = Number.NEGATIVE_INFINITY;
  return posts
    .toSorted(
      (one, other) => one.createdAt.localeCompare(other.createdAt) || (one.slug < other.slug ? 1 : -1),
    )
    .map((post) => {
      last = Math.max(new Date(post.createdAt).getTime(), last + 1);
      return { ...post, createdAt: new Date(last).toISOString() };
    })
    .toReversed();
};
