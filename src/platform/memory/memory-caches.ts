import type { AnswerCaches } from "../ports.ts";

interface Entry {
  readonly bytes: ArrayBuffer;
  readonly headers: Headers;
}

interface MemoryCaches extends AnswerCaches {
  /** Sets the number of bytes that still fit. A `put` of more rejects, as in a browser. */
  setRoom(bytes: number, error?: unknown): void;
  /** All entries, as `CACHE ADDRESS`, in the order in which they were put. */
  entries(): string[];
  /** Cuts an entry short, as a crash of the browser can. */
  cut(address: string): void;
}

const isSame = (address: string, other: string, ignoreSearch: boolean): boolean =>
  ignoreSearch ? address.split("?")[0] === other.split("?")[0] : address === other;

export const createMemoryCaches = (): MemoryCaches => {
  const all = new Map<string, Map<string, Entry>>();
  let room = Number.POSITIVE_INFINITY;
  let full: unknown;
  const answer = ({ bytes, headers }: Entry) => new Response(bytes, { headers });
  return {
    setRoom(bytes, error = new DOMException("No room.", "QuotaExceededError")) {
      room = bytes;
      full = error;
    },

    async open(name) {
      const cache = all.get(name) ?? new Map<string, Entry>();
      all.set(name, cache);
      return {
        put: async (address, response) => {
          const bytes = await response.arrayBuffer();
          if (bytes.byteLength > room) throw full;
          room -= bytes.byteLength;
          cache.delete(address);
          cache.set(address, { bytes, headers: response.headers });
        },
        delete: async (address) => cache.delete(address),
        keys: async () => [...cache.keys()].map((url) => ({ url })),
      };
    },

    async match(address, { cacheName, ignoreSearch = false }) {
      for (const [known, entry] of all.get(cacheName) ?? []) {
        if (isSame(known, address, ignoreSearch)) return answer(entry);
      }
      return undefined;
    },

    delete: async (name) => all.delete(name),
    keys: async () => [...all.keys()],
    entries: () =>
      [...all].flatMap(([name, cache]) => [...cache.keys()].map((address) => `${name} ${address}`)),

    cut(address) {
      for (const cache of all.values()) {
        const found = cache.get(address);
        if (found) cache.set(address, { ...found, bytes: found.bytes.slice(0, -1) });
      }
    },
  };
};
