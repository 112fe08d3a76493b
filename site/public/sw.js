// Keeps the whole site, so that it works without a network once it was opened. The build fills in the two constants.
const kVersion = "@version";
const kFiles = ["@files"];
const kCache = `oknos-${kVersion}`;

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(kCache)
      .then((cache) => cache.addAll(kFiles.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name.startsWith("oknos-") && name !== kCache).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => clients.claim()));
});

// A page comes from the network where there is one, since a new version may be there; what it needs from the cache,
// since the names of those files change with what is in them.
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const kept = () => caches.match(request, { ignoreSearch: true }).then((hit) => hit ?? caches.match(`${request.url.replace(/[?#].*/, "").replace(/\/$/, "")}/index.html`));
  const answer = request.mode === "navigate" ? fetch(request).catch(() => kept().then((hit) => hit ?? Response.error())) : kept().then((hit) => hit ?? fetch(request));
  event.respondWith(answer);
});
