/**
 * Replaces the worker of a built web app that was served at this address before, and which would
 * go on showing that app. It deletes what the other one has kept, and removes itself.
 */
export const ENDING_WORKER = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll()) await client.navigate(client.url);
})()));
`;
