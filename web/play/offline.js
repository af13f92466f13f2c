/**
 * Works without a network after the first load. The service worker answers later requests; what
 * the page had fetched before there was one is put into the same cache from here.
 */

const CACHE = "moat-bank";

/** Keep all that this page has loaded so far, a moment after it was. */
export async function keepForOffline() {
  if (!("serviceWorker" in navigator) || !globalThis.caches) return;
  await navigator.serviceWorker.register("./sw.js").catch(() => {});
  setTimeout(keepLoaded, 500);
}

async function keepLoaded() {
  try {
    const cache = await caches.open(CACHE);
    const here = new URL(".", location.href);
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    for (const url of loaded) {
      if (!url.href.startsWith(here.href) || (await cache.match(url))) continue;
      await cache.add(url);
    }
    document.documentElement.dataset.offline = "ready";
  } catch {
    // No room or no network: the page goes on, and the next load tries again.
  }
}
