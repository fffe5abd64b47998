/** `contact …`, `blog …`, `subscribers`: messages of visitors, and what they read. */
import { originalLanguage } from '@fairground/content/post';
import { logCommand } from '../acts/log.ts';
import * as sql from '../acts/sql/operator.sql.ts';
import { readSubscribersFile } from '../../content/newsletter/subscribers-file.ts';
import { blogFolders, readPosts } from '../../content/blog/post-files.ts';
import { findLikes } from '../../content/blog/sql/blog.sql.ts';
import { printTable, requireWord, UsageError, withDatabase, type Command } from './command.ts';

export const contentCommands: readonly Command[] = [
  {
    name: 'contact list',
    usage: '[--all]',
    help: 'Lists the newest 100 unanswered messages; --all includes the answered ones.',
    flags: ['all'],
    async run({ settings, flag, print }) {
      const messages = await withDatabase(settings, async ({ query }) => {
        const list = await sql.listMessages.run(query, { all: flag('all'), maxRows: 100 });
        await logCommand(query, 'contact list', { messages: list.map(({ id }) => String(id)) });
        return list;
      });
      printTable(
        print,
        messages.map(({ id, created_at, name, email, title, answered_at }) => ({
          id,
          created_at,
          name,
          email,
          title,
          answered_at,
        })),
      );
    },
  },
  {
    name: 'contact show',
    usage: 'ID',
    help: 'Prints one message in full.',
    async run(input) {
      const { print } = input;
      const id = requireWord(input, 0, 'The number of a message');
      const message = await withDatabase(input.settings, async ({ query }) => {
        const found = await sql.findMessage.first(query, { id });
        if (found) await logCommand(query, 'contact show', { id });
        return found;
      });
      if (!message) throw new UsageError(`There is no message ${id}.`);
      printTable(
        print,
        Object.entries(message).map(([field, value]) => ({ field, value })),
      );
    },
  },
  {
    name: 'contact answered',
    usage: 'ID [--dry-run]',
    help: 'Marks a message as answered.',
    flags: ['dry-run'],
    async run(input) {
      const { print } = input;
      const id = requireWord(input, 0, 'The number of a message');
      await withDatabase(input.settings, async ({ query }) => {
        const message = await sql.findMessage.first(query, { id });
        if (!message) throw new UsageError(`There is no message ${id}.`);
        if (input.flag('dry-run')) {
          print(`Would mark message ${id} as answered.`);
          return;
        }
        await sql.markAnswered.run(query, { id: message.id });
        await logCommand(query, 'contact answered', { id });
        print(`Message ${id} is marked as answered.`);
      });
    },
  },
  {
    name: 'blog list',
    usage: '',
    help: `\
Reads the posts of content/blog and BLOG_DIR as a site does, and lists each with its likes and languages, and
each file that is left out with the reason. A running site follows the files by itself.`,
    async run({ settings, print }) {
      const { posts, faults } = await readPosts(blogFolders(settings));
      const slugs = posts.map(({ slug }) => slug);
      const rows = await withDatabase(settings, ({ query }) =>
        findLikes.run(query, { slugs, playerId: null }),
      );
      printTable(
        print,
        posts.map(({ slug, title, createdAt, translations }) => ({
          slug,
          title,
          created_at: createdAt,
          likes: rows.find((row) => row.slug === slug)?.likes ?? 0,
          languages: [originalLanguage, ...Object.keys(translations)].join(', '),
        })),
      );
      for (const fault of faults) print(`left out: ${fault}`);
    },
  },
  {
    name: 'subscribers',
    usage: '',
    help: 'Prints the confirmed newsletter subscribers as CSV, each with an unsubscribe link.',
    async run({ settings, print }) {
      const csv = await withDatabase(settings, async ({ query }) => {
        const file = await readSubscribersFile(query, settings.siteUrl(settings.port));
        await logCommand(query, 'subscribers', { count: file.count });
        return file.csv;
      });
      // Printing ends the last line.
      print(csv.slice(0, -1));
    },
  },
];
