/** How often each server is asked whether it is ready: as in `resources/deploy/Caddyfile`. */
const ASK_MS = 1000;

/**
 * The servers of a school as a balancer knows them: it asks `/ready`, and sends nothing to those that
 * do not answer.
 */
export class Servers {
  readonly urls: readonly URL[];
  readonly #away = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(addresses: readonly string[]) {
    this.urls = addresses.map((address) => new URL(address));
  }

  /** Asks the servers from now on, until it is closed. */
  watch(): void {
    this.#timer = setInterval(() => void this.#askAll(), ASK_MS);
  }

  /** The place of the server for the next call: that of `home`, or the next one that is ready. */
  choose(home: number): number {
    const { length } = this.urls;
    for (let step = 0; step < length; step += 1) {
      const at = (home + step) % length;
      if (!this.#away.has(at)) return at;
    }
    return home;
  }

  /** Whether a server is ready, as far as known. */
  get isThere(): boolean {
    return this.#away.size < this.urls.length;
  }

  /** Call when a server has refused a connection. */
  refused(at: number): void {
    this.#away.add(at);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #askAll(): Promise<void> {
    await Promise.all(
      this.urls.map(async (url, at) => {
        const answer = await fetch(new URL("/ready", url)).catch(() => null);
        await answer?.body?.cancel();
        if (answer?.ok) this.#away.delete(at);
        else this.#away.add(at);
      }),
    );
  }
}
