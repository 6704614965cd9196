import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How often it asks each server whether it is ready. */
const ASK_MS = 100;

interface Upstream {
  address: string;
  ready: boolean;
}

/** A request that has not reached its first server is passed on to another one. */
const NOT_CONNECTED = new Set(["ECONNREFUSED", "EHOSTUNREACH"]);

/** Whether a request does the same when it is sent twice. */
const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" || method === "HEAD" || headers["idempotency-key"] !== undefined;

/**
 * A small balancer in front of servers, as `resources/deploy/Caddyfile` describes one: asks `/ready`, takes
 * turns among the servers that are, and repeats at another one what a server did not answer, if that does
 * no harm. Other requests that break in the middle break for the client too.
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
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) pieces.push(piece);
    } catch {
      // The client has gone.
      return;
    }
    const body = Buffer.concat(pieces);
    const tried = new Set<Upstream>();
    for (let next = this.#next(tried); next; next = this.#next(tried)) {
      tried.add(next);
      if (await this.#send(next, incoming, body, outgoing)) return;
      next.ready = false;
    }
    outgoing.writeHead(502).end();
  }

  /** @returns false if another server may be tried */
  #send(
    { address }: Upstream,
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
  ): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { method = "GET", url = "/", headers } = incoming;
    const { "transfer-encoding": _, ...kept } = headers;
    const onward = request(address + url, {
      method,
      headers: {
        ...kept,
        ...(body.length > 0 && { "content-length": String(body.length) }),
        "x-forwarded-for": incoming.socket.remoteAddress ?? "",
      },
      agent: false,
    });
    onward.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.once("error", () => outgoing.destroy());
      resolve(true);
    });
    onward.on("error", (reason: NodeJS.ErrnoException) => {
      const isSafe = NOT_CONNECTED.has(reason.code ?? "") || isRepeatable(incoming);
      if (isSafe && !outgoing.headersSent && !outgoing.destroyed) resolve(false);
      else {
        outgoing.destroy();
        resolve(true);
      }
    });
    outgoing.once("close", () => onward.destroy());
    onward.end(body);
    return promise;
  }
}
