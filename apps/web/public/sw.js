/* Takes over at once and keeps only the fingerprinted assets, whose names change with their content.
   Pages, calls and pictures always come from the network. */
const CACHE = 'assets-v1';
const KEEP = 120;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const ours = url.origin === self.location.origin && url.pathname.startsWith('/assets/');
  if (event.request.method === 'GET' && ours) event.respondWith(fromCacheOrNetwork(event.request));
});

async function fromCacheOrNetwork(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
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
