import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How often it asks each server whether it is ready. */
const ASK_MS = 100;

interface Upstream {
  address: string;
  ready: boolean;
}

/** A request is passed on again only if its first server has not got it. */
const NOT_CONNECTED = new Set(["ECONNREFUSED", "EHOSTUNREACH"]);

/**
 * A small balancer in front of servers: asks `/ready`, takes turns among those that are, and passes a
 * request to another server if it cannot connect. What breaks in the middle breaks for the client too.
 */
export class Balancer {
  readonly #server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  readonly #upstreams: Upstream[] = [];
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;

  /** @returns its address */
  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#timer = setInterval(() => void this.#askAll(), ASK_MS);
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Sends requests to this server from now on. */
  add(address: string): void {
    this.#upstreams.push({ address, ready: true });
  }

  /** Sends it nothing more. */
  remove(address: string): void {
    const at = this.#upstreams.findIndex((upstream) => upstream.address === address);
    if (at >= 0) this.#upstreams.splice(at, 1);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #askAll(): Promise<void> {
    await Promise.all(
      this.#upstreams.map(async (upstream) => {
        const answer = await fetch(`${upstream.address}/ready`).catch(() => null);
        await answer?.body?.cancel();
        upstream.ready = answer?.ok === true;
      }),
    );
  }

  #next(but: ReadonlySet<Upstream>): Upstream | undefined {
    const able = this.#upstreams.filter((upstream) => !but.has(upstream));
    const ready = able.filter((upstream) => upstream.ready);
    const choice = ready.length > 0 ? ready : able;
    this.#turn += 1;
    return choice[this.#turn % Math.max(1, choice.length)];
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const tried = new Set<Upstream>();
    for (;;) {
      const upstream = this.#next(tried);
      if (!upstream) {
        outgoing.writeHead(502).end();
        return;
      }
      tried.add(upstream);
      if (await this.#send(upstream, incoming, outgoing)) return;
      upstream.ready = false;
    }
  }

  /** @returns false if the server could not be reached, and another one may be tried */
  #send(
    { address }: Upstream,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { method = "GET", url = "/", headers } = incoming;
    const client = incoming.socket.remoteAddress ?? "";
    const onward = request(address + url, {
      method,
      headers: { ...headers, "x-forwarded-for": client },
      agent: false,
    });
    onward.on("socket", (socket) =>
      socket.once("connect", () => {
        // From here on the server may have got it.
        incoming.pipe(onward);
        resolve(true);
      }),
    );
    onward.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.once("error", () => outgoing.destroy());
    });
    onward.on("error", (reason: NodeJS.ErrnoException) => {
      if (NOT_CONNECTED.has(reason.code ?? "")) resolve(false);
      else {
        outgoing.destroy();
        resolve(true);
      }
    });
    outgoing.once("close", () => onward.destroy());
    return promise;
  }
}
