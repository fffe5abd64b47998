/** Posts that come, change and go while two processes of a site run, over HTTP. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlogPost, BlogTag } from '@fairground/contract/blog';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../../test/player-client.ts';
import { startTestSite, type TestSite } from '../../../test/test-site.ts';
import { runAdmin } from '../../staff/commands/run.ts';
import { urlOf } from '../../../test/shared-postgres.ts';
import type { Clock } from '../../platform/clock.ts';
import { systemClock } from '../../platform/clock.ts';
import { lookEveryMs } from './post-library.ts';

/** Only the looks at the files wait for the test. */
const createLookClock = () => {
  const looks = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    setTimeout(run, delayMs) {
      if (delayMs !== lookEveryMs) return systemClock.setTimeout(run, delayMs);
      looks.add(run);
      return { cancel: () => void looks.delete(run) };
    },
  };
  const look = (): void => {
    const due = Array.from(looks);
    looks.clear();
    for (const run of due) run();
  };
  return { clock, look };
};

let folder: string;
let sites: TestSite[];
const clocks = [createLookClock(), createLookClock()] as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-blog-'));
  await mkdir(join(folder, 'es'));
  const env = { BLOG_DIR: folder };
  const one = await startTestSite({ env, clock: clocks[0].clock });
  sites = [one, await startTestSite({ env, clock: clocks[1].clock, beside: one })];
});
afterAll(async () => {
  for (const site of sites.toReversed()) await site.close();
  await rm(folder, { recursive: true });
});

const read = async (site: TestSite, path: string): Promise<BlogPost | number> => {
  const { status, body } = await site.call('GET', path);
  return status === 200 ? (body as unknown as BlogPost) : status;
};
/** Time passes until every process returns what is expected. */
const untilBoth = (what: string, holds: (site: TestSite) => Promise<boolean>): Promise<void> =>
  until(what, async () => {
    for (const { look } of clocks) look();
    return (await Promise.all(sites.map(holds))).every(Boolean);
  });

const post = (title: string, text: string): string =>
  `---\ntitle: ${title}\nexcerpt: Of ${title}.\ncategory: News\ntags: [fairness]\ndate: 2026-11-20\n---\n${text}\n`;

it('hides a post whose file is missing and retains its likes until it returns, on every process', async () => {
  const [one, two] = sites as [TestSite, TestSite];
  const player = await one.register('reader');
  const count = async (site: TestSite): Promise<number> =>
    ((await site.call('GET', '/blog/tags')).body as unknown as BlogTag[]).find(({ id }) => id === 'fairness')
      ?.posts ?? 0;
  const before = await count(one);
  expect((await one.call('POST', '/blog/lanterns/like', player.token, { liked: true })).status).toBe(404);
  const file = join(folder, 'lanterns.md');
  await writeFile(file, post('Lanterns', 'A **glowworm** glows.'));
  await writeFile(
    join(folder, 'es/lanterns.md'),
    '---\ntitle: Farolillos\nexcerpt: De farolillos.\ncategory: Noticias\n---\nUna luciérnaga.\n',
  );
  await untilBoth('the post is there', async (site) => (await read(site, '/blog/lanterns')) !== 404);
  for (const site of sites) {
    expect(await read(site, '/blog/lanterns?language=es')).toMatchObject({
      title: 'Farolillos',
      content: '<p>Una luciérnaga.</p>\n',
      createdAt: '2026-11-20T00:00:00.000Z',
      language: 'es',
    });
    const listed = (await site.call('GET', '/blog')).body as unknown as BlogPost[];
    expect(listed[0]).toMatchObject({
      id: 'lanterns',
      content: '<p>A <strong>glowworm</strong> glows.</p>\n',
    });
    const found = (await site.call('GET', '/blog?search=glowworms')).body as unknown as BlogPost[];
    expect(found.map(({ id }) => id)).toEqual(['lanterns']);
    expect(await count(site)).toBe(before + 1);
  }
  expect((await one.call('POST', '/blog/lanterns/like', player.token, { liked: true })).body).toEqual({
    likes: 1,
    liked: true,
  });
  expect(await read(two, '/blog/lanterns')).toMatchObject({ likes: 1, liked: false });

  await rm(file);
  await untilBoth('the post is gone', async (site) => (await read(site, '/blog/lanterns')) === 404);
  for (const site of sites) {
    expect(await count(site)).toBe(before);
    expect((await site.call('GET', '/blog?search=glowworms')).body).toEqual([]);
  }
  // A player takes along what they liked, whether or not it can be read at the moment.
  expect((await one.findViolations()).length).toBe(0);
  await writeFile(file, post('Lanterns again', 'Back.'));
  await untilBoth('the post is back', async (site) => (await read(site, '/blog/lanterns')) !== 404);
  expect(await read(two, '/blog/lanterns')).toMatchObject({ title: 'Lanterns again', likes: 1 });
});

it('answers with all other posts while a file is not as it should be', async () => {
  const listed = async (site: TestSite): Promise<string[]> =>
    ((await site.call('GET', '/blog?limit=50')).body as unknown as BlogPost[]).map(({ id }) => id);
  const [one] = sites as [TestSite, TestSite];
  const before = await listed(one);
  await writeFile(join(folder, 'broken.md'), '---\ntitle: [\n---\nx');
  await writeFile(join(folder, 'whole.md'), post('Whole', 'Words.'));
  await untilBoth('the other post is there', async (site) => (await read(site, '/blog/whole')) !== 404);
  for (const site of sites) expect((await listed(site)).toSorted()).toEqual([...before, 'whole'].toSorted());
  const lines: string[] = [];
  const env = { DATABASE_URL: urlOf(one.address), DATA_DIR: one.dataDir, BLOG_DIR: folder };
  expect(await runAdmin(['blog', 'list'], env, (line) => lines.push(line))).toBe(0);
  expect(lines.join('\n')).toMatch(/lanterns .* 1 /);
  expect(lines.at(-1)).toMatch(/^left out: .*broken\.md: /);
});
