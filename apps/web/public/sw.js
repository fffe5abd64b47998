/* The service worker. It keeps two things: fingerprinted assets, whose names change with their content, and
   the page that says that the fair cannot be reached. Pages, calls and pictures always come from the network,
   so nothing here can show an old balance or an old game. The build writes its own mark below, so that each
   new version of the site is a new worker; it waits until the visitor lets it take over. */
const BUILD = 'unbuilt';
const ASSETS = 'assets-v1';
const OFFLINE = `offline-${BUILD}`;
const OFFLINE_PAGE = '/offline';
const LANGUAGES = ['en', 'es'];
const OFFLINE_PARTS = ['/theme.js', '/favicon.svg'];
const PLAIN_MESSAGES = { en: 'There is news for you.', es: 'Hay novedades para ti.' };
const KEEP = 120;

self.addEventListener('install', (event) => event.waitUntil(keepOfflinePage()));

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name !== ASSETS && name !== OFFLINE) await caches.delete(name);
      }
      // The browser asks for the page while the worker wakes, so that no page comes later for it.
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname === '/ws') return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromCacheOrNetwork(request));
  else if (request.mode === 'navigate') event.respondWith(pageOrOffline(event));
  else if (OFFLINE_PARTS.includes(url.pathname)) event.respondWith(networkOrOffline(request));
});

/* Messages of the site, which arrive whether or not a page is open. */

self.addEventListener('push', (event) => {
  event.waitUntil(showMessage(event.data));
});

/** Something is shown for each message: some systems end the subscription of a worker that stays silent. */
async function showMessage(message) {
  const { title = 'Fairground', body, lang, tag, navigate, actions = [], data } = readNotification(message);
  const { pathname, search } = new URL(navigate ?? '/profile/notices', self.location.origin);
  await self.registration.showNotification(title, {
    body: body ?? PLAIN_MESSAGES[await offlineLanguage()],
    lang,
    tag,
    icon: '/icons/icon-192.png',
    data: { path: pathname + search, stop: data?.stop },
    actions: actions.map(({ action, title: label }) => ({ action, title: label })),
  });
}

/** What a declarative message describes; browsers that show these themselves do not ask a worker. */
function readNotification(message) {
  try {
    return message?.json().notification ?? {};
  } catch {
    return {};
  }
}

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  notification.close();
  event.waitUntil(action === 'stop' ? endMessages(notification.data.stop) : openPage(notification.data.path));
});

// The browser replaced the subscription: the old one is not used any more.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event)));

const endMessages = (token) => post('/api/notices/unsubscribe', { token });

/** In a page of the site that is open already, where there is one. */
async function openPage(path) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find((each) => each.focused) ?? pages[0];
  // Only pages that this worker controls may be led elsewhere.
  const led = await page?.navigate(path).catch(() => null);
  return led ? led.focus() : self.clients.openWindow(path);
}

async function subscribeAgain({ oldSubscription }) {
  const options = oldSubscription?.options;
  if (options === undefined) return;
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
  await post('/api/user/push-subscription', { endpoint, keys, language: await offlineLanguage() });
}

const post = (path, body) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The page in each language, and the styles, fonts and the one script that it names itself. */
async function keepOfflinePage() {
  const cache = await caches.open(OFFLINE);
  const parts = new Set(OFFLINE_PARTS);
  for (const language of LANGUAGES) {
    // Without cookies, so that the header alone decides.
    const headers = { 'accept-language': language };
    const answer = await fetch(OFFLINE_PAGE, { cache: 'no-cache', credentials: 'omit', headers });
    if (!answer.ok) throw new Error(`${OFFLINE_PAGE} answered ${answer.status}`);
    const html = await answer.clone().text();
    for (const [, path] of html.matchAll(/"(\/assets\/[^"]+)"/g)) parts.add(path);
    await cache.put(offlineKey(language), answer);
  }
  await cache.addAll([...parts]);
}

const offlineKey = (language) => `${OFFLINE_PAGE}?language=${language}`;

/** The choice of the visitor, where the browser lets a worker read cookies, else the browser's own language. */
async function offlineLanguage() {
  const chosen = await self.cookieStore?.get('language').catch(() => null);
  const wishes = [chosen?.value, ...self.navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return wishes.find((wish) => LANGUAGES.includes(wish)) ?? LANGUAGES[0];
}

async function pageOrOffline({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const cache = await caches.open(OFFLINE);
    // The answer varies by headers that this request does not show; its key has the language instead.
    const kept = await cache.match(offlineKey(await offlineLanguage()), { ignoreVary: true });
    if (!kept) return Response.error();
    return new Response(kept.body, { status: 503, headers: kept.headers });
  }
}

async function networkOrOffline(request) {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(OFFLINE)).match(request)) ?? Response.error();
  }
}

async function fromCacheOrNetwork(request) {
  const cache = await caches.open(ASSETS);
  const kept = (await cache.match(request)) ?? (await (await caches.open(OFFLINE)).match(request));
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) {
    await cache.put(request, answer.clone());
    await dropOldest(cache);
  }
  return answer;
}

async function dropOldest(cache) {
  const requests = await cache.keys();
  for (const request of requests.slice(0, Math.max(0, requests.length - KEEP))) await cache.delete(request);
}
