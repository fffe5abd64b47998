/** Pages have an import map in their HTML, and no other script there runs. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestSite, type TestSite } from '../test-site.ts';

const importMap = '{"imports":{"#main":"/assets/main-abcdef.js"}}';
const html = `<html lang="en"><head><script type="importmap">${importMap}</script></head></html>`;
const source = `'sha256-${createHash('sha256').update(importMap).digest('base64')}'`;

let testSite: TestSite;
let htmlFolder: string;

beforeAll(async () => {
  htmlFolder = await mkdtemp(join(tmpdir(), 'fairground-pages-'));
  await mkdir(join(htmlFolder, 'en'));
  await writeFile(join(htmlFolder, 'en', 'page.html'), html);
  await writeFile(
    join(htmlFolder, 'pages.json'),
    JSON.stringify({
      languages: ['en'],
      pages: { '/': 'page.html' },
      notFound: 'page.html',
      round: 'page.html',
      embed: 'page.html',
      guarded: { '/games': 'page.html' },
      unlisted: [],
    }),
  );
  testSite = await startTestSite({ htmlFolder });
});
afterAll(async () => {
  await testSite?.close();
  await rm(htmlFolder, { recursive: true, force: true });
});

const read = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await testSite.site.app.inject({ url, headers });
  const policy = String(answer.headers['content-security-policy']);
  return {
    status: answer.statusCode,
    scripts: /script-src ([^;]*)/.exec(policy)?.[1],
    etag: answer.headers.etag,
  };
};

it.each(['/', '/games', '/nowhere', '/rounds/none/1'])(
  '%s allows its import map by its hash',
  async (url) => {
    expect((await read(url)).scripts).toBe(`'self' ${source}`);
  },
);

it('a page that the browser has kept is allowed the same map again', async () => {
  const { etag } = await read('/');
  const kept = await read('/', { 'if-none-match': String(etag) });
  expect(kept).toMatchObject({ status: 304, scripts: `'self' ${source}` });
});

it('other answers allow no script in HTML', async () => {
  for (const url of ['/api/config', '/sitemap.xml', '/api/nowhere'])
    expect((await read(url)).scripts).toBe("'self'");
});
