/** Which answers other sites may show in a frame: the replay of a round that is over, and nothing else. */
import { anyInstantGame as game } from '../../../../games/test/sweeps.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestSite, type TestSite } from '../test-site.ts';

let testSite: TestSite;
let htmlFolder: string;
let bet: string;

beforeAll(async () => {
  htmlFolder = await mkdtemp(join(tmpdir(), 'fairground-pages-'));
  await mkdir(join(htmlFolder, 'en'));
  await writeFile(join(htmlFolder, 'en', 'page.html'), '<p>page</p>');
  await writeFile(
    join(htmlFolder, 'pages.json'),
    JSON.stringify({
      languages: ['en'],
      pages: { '/': 'page.html', '/fairness': 'page.html' },
      notFound: 'page.html',
      round: 'page.html',
      embed: 'page.html',
      guarded: { '/games': 'page.html' },
      unlisted: [],
    }),
  );
  testSite = await startTestSite({ htmlFolder });
  const { token } = await testSite.register('framed');
  const answer = await testSite.call('POST', game.create, token, game.body);
  bet = (answer.body as { game: { id: string } }).game.id;
});
afterAll(async () => {
  await testSite?.close();
  await rm(htmlFolder, { recursive: true, force: true });
});

const framing = async (url: string) => {
  const { statusCode, headers } = await testSite.site.app.inject({ url });
  const policy = String(headers['content-security-policy']);
  return {
    statusCode,
    ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
    options: headers['x-frame-options'],
    cookies: headers['set-cookie'],
    scripts: /script-src ([^;]*)/.exec(policy)?.[1],
  };
};

it('the replay of a round may be framed by anybody, sets no cookie, and has only scripts of the site', async () => {
  expect(await framing(`/embed/${game.id}/${bet}`)).toEqual({
    statusCode: 200,
    ancestors: '*',
    options: undefined,
    cookies: undefined,
    scripts: "'self'",
  });
});

it.each([
  ['/', 200],
  ['/fairness', 200],
  ['/games', 200],
  ['/rounds/GAME/ID', 200],
  ['/pictures/GAME.png', 200],
  ['/api/rounds/GAME/ID', 200],
  ['/api/health/live', 200],
  ['/embed/GAME/999999', 404],
  ['/embed/GAME/ID/more', 404],
  ['/embed/other/ID', 404],
  ['/embed', 404],
  ['/nothing', 404],
])('%s (%i) refuses to be framed', async (path, statusCode) => {
  const answer = await framing(path.replace('GAME', game.id).replace('ID', bet));
  expect(answer).toMatchObject({ statusCode, ancestors: "'none'" });
  expect(answer.options).toBeDefined();
});
