/**
 * The service worker. Shards and manifests are named by their hash and never change: the cache
 * answers first. All else, `editions.json` and the page itself, is asked of the network first, so
 * that a new edition shows at once, and of the cache when there is none.
 */

importScripts("files.js"); // FILES: those of the page, listed by make.sh

const CACHE = "moat-bank";
const HASHED = /\.[0-9a-f]{12}\.json$/;
const MOST_SHARDS = 200;

self.addEventListener("install", (event) => {
  const load = async () => (await caches.open(CACHE)).addAll(["./", ...FILES]);
  event.waitUntil(load().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // The client asks with "reload" when a file was damaged: then the copy kept is the suspect.
  const fixed = HASHED.test(url.pathname) && request.cache !== "reload";
  event.respondWith(fixed ? cacheFirst(request, event) : networkFirst(request, event));
});

async function cacheFirst(request, event) {
  return (await kept(request)) ?? fetched(request, event);
}

async function networkFirst(request, event) {
  try {
    return await fetched(request, event);
  } catch (error) {
    const answer = await kept(request);
    if (answer) return answer;
    throw error;
  }
}

const kept = async (request) =>
  (await caches.open(CACHE)).match(request, { ignoreSearch: true, ignoreVary: true });

async function fetched(request, event) {
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(keep(request, answer.clone()));
  return answer;
}

/** Keep an answer; of the hashed files only the newest, or a long game would fill the disk. */
async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
  const shards = (await cache.keys()).filter(({ url }) => HASHED.test(new URL(url).pathname));
  for (const old of shards.slice(0, Math.max(0, shards.length - MOST_SHARDS))) await cache.delete(old);
}
