import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { createRouter, pathOf, type Route } from './create-router.ts';
import type { PageHistory } from './page-history.ts';

interface Entry {
  path: string;
  state: unknown;
}

/** A history whose entries can be read, and that moves as by the buttons of the browser. */
function createHistory(path: string) {
  const entries: Entry[] = [{ path, state: null }];
  let at = 0;
  let onMove = (): void => {};
  const entry = (): Entry => entries[at] ?? { path: '', state: null };
  const history: PageHistory = {
    address: () => new URL(entry().path, 'http://site'),
    state: () => entry().state,
    write(href, state, replace) {
      if (!replace) at += 1;
      entries.splice(at, entries.length, { path: href, state });
    },
    listen(listener) {
      onMove = listener;
      return () => {
        onMove = () => {};
      };
    },
  };
  const move = (steps: number): void => {
    at += steps;
    onMove();
  };
  return { history, move, paths: () => entries.map((each) => each.path) };
}

const pageOf = (name: string): ComponentType => Object.defineProperty(() => null, 'name', { value: name });

const settled = () => new Promise((resume) => setImmediate(resume));

/** Pages that are loaded at once, and `/slow`, which is loaded when the test says so. */
async function openRouter(path = '/', basename = '') {
  const { history, move, paths } = createHistory(path);
  const slow = Promise.withResolvers<ComponentType>();
  const loads: string[] = [];
  const routeOf = (route: string, load: () => Promise<ComponentType>): Route => ({
    path: route,
    load() {
      loads.push(route);
      return load();
    },
  });
  const router = createRouter(
    [
      routeOf('/', async () => pageOf('Home')),
      routeOf('/blog/:id', async () => pageOf('Post')),
      routeOf('/slow', () => slow.promise),
      routeOf('/broken', async () => {
        throw new Error('no connection');
      }),
      routeOf('*', async () => pageOf('NotFound')),
    ],
    { basename, history },
  );
  await router.prepare();
  const shown = (): string => `${router.view().Component?.name} ${pathOf(router.view().location)}`;
  return { router, slow, loads, move, paths, shown };
}

describe('createRouter', () => {
  it('shows the page of the address', async () => {
    expect((await openRouter('/')).shown()).toBe('Home /');
    const { router, shown } = await openRouter('/blog/a?b=c#d');
    expect(shown()).toBe('Post /blog/a?b=c#d');
    expect(router.view().params).toEqual({ id: 'a' });
    expect((await openRouter('/elsewhere')).shown()).toBe('NotFound /elsewhere');
  });

  it('adds an entry to the history, or replaces the present one', async () => {
    const { router, paths, shown } = await openRouter();
    router.navigate('/blog/a');
    await settled();
    router.navigate('/blog/b', { replace: true });
    await settled();
    expect(shown()).toBe('Post /blog/b');
    expect(paths()).toEqual(['/', '/blog/b']);
  });

  it('keeps the state and the key of each entry', async () => {
    const { router, move } = await openRouter();
    router.navigate('/blog/a', { state: { from: '/x' } });
    await settled();
    const { key } = router.view().location;
    router.navigate('/');
    await settled();
    expect(router.view().location).toMatchObject({ state: null });
    move(-1);
    await settled();
    expect(router.view().location).toMatchObject({ pathname: '/blog/a', state: { from: '/x' }, key });
  });

  it('takes a query or a fragment as one of the present page', async () => {
    const { router, shown } = await openRouter('/blog/a?x=1#top');
    router.navigate('#end');
    await settled();
    expect(shown()).toBe('Post /blog/a?x=1#end');
    router.navigate('?y=2');
    await settled();
    expect(shown()).toBe('Post /blog/a?y=2');
    router.navigate('?');
    await settled();
    expect(shown()).toBe('Post /blog/a');
  });

  it('retains the page and the address until the next page is loaded', async () => {
    const { router, slow, paths, shown } = await openRouter();
    router.navigate('/slow');
    await settled();
    expect(shown()).toBe('Home /');
    expect(paths()).toEqual(['/']);
    slow.resolve(pageOf('Slow'));
    await settled();
    expect(shown()).toBe('Slow /slow');
    expect(paths()).toEqual(['/', '/slow']);
  });

  it('shows the page of the last navigation, whichever is loaded last', async () => {
    const { router, slow, paths, shown } = await openRouter();
    router.navigate('/slow');
    router.navigate('/blog/a');
    await settled();
    slow.resolve(pageOf('Slow'));
    await settled();
    expect(shown()).toBe('Post /blog/a');
    expect(paths()).toEqual(['/', '/blog/a']);
  });

  it('loads a page once, and one that failed again', async () => {
    const { router, loads } = await openRouter();
    for (const path of ['/blog/a', '/blog/b', '/broken', '/', '/broken']) {
      router.navigate(path);
      await settled();
    }
    expect(loads).toEqual(['/', '/blog/:id', '/broken', '/broken']);
    expect(router.view()).toMatchObject({ failure: { error: new Error('no connection') } });
    expect(router.view().Component).toBeUndefined();
  });

  it('rejects when the first page cannot be loaded, and ignores the history then', async () => {
    const { history, move } = createHistory('/broken');
    const loads: string[] = [];
    const load = async () => {
      loads.push('load');
      throw new Error('no connection');
    };
    const router = createRouter([{ path: '*', load }], { history });
    await expect(router.prepare()).rejects.toThrow('no connection');
    move(0);
    await settled();
    expect(loads).toHaveLength(1);
  });

  it('calls a listener with each view, and at once with one that it has missed', async () => {
    const { router } = await openRouter();
    const first = router.view();
    const views: string[] = [];
    router.navigate('/blog/a');
    await settled();
    const stop = router.subscribe((view) => views.push(pathOf(view.location)), first);
    router.navigate('/blog/b');
    await settled();
    router.subscribe(() => views.push('again'), router.view());
    stop();
    router.navigate('/blog/c');
    await settled();
    expect(views).toEqual(['/blog/a', '/blog/b', 'again']);
  });

  it('announces what is left before anything changes', async () => {
    const { router } = await openRouter();
    const left: string[] = [];
    router.onLeave((from) => left.push(`${pathOf(from)} of ${pathOf(router.view().location)}`));
    router.navigate('/blog/a');
    await settled();
    expect(left).toEqual(['/ of /']);
  });

  it('has all pages below its base', async () => {
    const { router, paths, shown } = await openRouter('/console/blog/a', '/console');
    expect(shown()).toBe('Post /blog/a');
    expect([router.hrefOf('/'), router.hrefOf('/blog/b')]).toEqual(['/console', '/console/blog/b']);
    router.navigate('/');
    await settled();
    expect(shown()).toBe('Home /');
    expect(paths()).toEqual(['/console/blog/a', '/console']);
    expect((await openRouter('/console', '/console')).shown()).toBe('Home /');
  });
});
