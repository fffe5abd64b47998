/** The feed of the blog, by three programs that people read feeds with. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demand, readingsOf, runTool, versionOf, type Part } from './reading.ts';
import { startReaderSite } from './reader-site.ts';

/** Prints how many entries there are, whether the feed is well formed, and which entries lack what readers show. */
const feedScript = `
import feedparser, sys
first = feedparser.parse(sys.argv[1])
again = feedparser.parse(sys.argv[1], etag=first.get('etag'), modified=first.get('modified'))
lacking = [e.get('id') for e in first.entries
           if not (e.get('id') and e.get('link') and e.get('title') and e.get('published_parsed'))]
print(len(first.entries), first.bozo, len(lacking), again.get('status'))
`;

interface Front {
  url: string;
  /** Status of each answer, in order. */
  statuses: number[];
  close(): void;
}

/** In front of the site, to see what a reader asks for and gets. */
const startFront = async (siteUrl: string): Promise<Front> => {
  const statuses: number[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const passOn = async (): Promise<void> => {
      const answer = await fetch(siteUrl + (request.url ?? '/'), {
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      });
      statuses.push(answer.status);
      const sent = [...answer.headers].filter(
        ([name]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(name),
      );
      response.writeHead(answer.status, sent.flat());
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    // The reader is told by the end of its connection.
    passOn().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    close: () => void server.close(),
  };
};

export const feeds: Part = {
  needs: { newsboat: 'newsboat', r2e: 'rss2email', python3: 'python3-feedparser' },
  async read() {
    const folder = await mkdtemp(join(tmpdir(), 'fairground-readers-'));
    const site = await startReaderSite();
    const front = await startFront(site.url);
    const feed = `${front.url}/rss.xml`;
    const newStatuses = (): string => front.statuses.splice(0).join(', then ');
    try {
      const { output: parserVersion } = await runTool('/usr/bin/python3', [
        '-c',
        'import feedparser; print(feedparser.__version__)',
      ]);
      const parser = readingsOf(`feedparser ${parserVersion.trim()}`);
      await parser.look('`/rss.xml`, twice', async () => {
        const { output } = await runTool('/usr/bin/python3', ['-c', feedScript, feed]);
        const [entries, bozo, lacking, again] = output.trim().split(' ');
        demand(Number(entries) > 0, 'no entries');
        demand(bozo === 'False' || bozo === '0', 'not well formed');
        demand(lacking === '0', `${lacking} entries lack an id, a link, a title or a date`);
        demand(again === '304', `the second time ${again}`);
        return `${entries} entries, well formed; ${newStatuses()}`;
      });
      const newsboat = readingsOf(`newsboat ${await versionOf('newsboat', '--version')}`);
      await newsboat.look('`/rss.xml`, twice', async () => {
        await writeFile(join(folder, 'urls'), `${feed}\n`);
        await writeFile(join(folder, 'config'), '');
        const args = [
          '-u',
          join(folder, 'urls'),
          '-c',
          join(folder, 'cache.db'),
          '-C',
          join(folder, 'config'),
        ];
        const env = { HOME: folder };
        for (const visit of [1, 2]) {
          const { code, output } = await runTool('newsboat', [...args, '-x', 'reload'], { env });
          demand(code === 0, `visit ${visit}: ${output}`);
        }
        const { output } = await runTool('newsboat', [...args, '-x', 'print-unread'], { env });
        const unread = Number(/\d+/.exec(output)?.[0]);
        demand(unread > 0, output);
        return `${unread} unread articles after both; ${newStatuses()}`;
      });
      const mailer = readingsOf(`rss2email ${await versionOf('r2e', '--version')}`);
      await mailer.look('`/rss.xml`, twice', async () => {
        const args = ['-c', join(folder, 'r2e.cfg'), '-d', join(folder, 'r2e.json')];
        const run = async (...words: string[]): Promise<string> => {
          const { code, output } = await runTool('r2e', [...args, ...words]);
          demand(code === 0, output);
          return output;
        };
        await run('new', 'reader@example.org');
        await run('add', 'fair', feed);
        for (const visit of [1, 2]) {
          const output = await run('-V', 'run', '--no-send');
          demand(!/error|warning/i.test(output), `visit ${visit}: ${output}`);
        }
        return newStatuses();
      });
      return [...parser.readings, ...newsboat.readings, ...mailer.readings];
    } finally {
      front.close();
      await site.end();
    }
  },
};
