import { connect, type Socket } from "node:net";

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

const HEADERS_END = "\r\n\r\n";
const CHUNK_END = "\r\n";

type Done = (status: number, isLast: boolean, retryAfter: number | null) => void;

/** Reads answers of HTTP/1.1 without keeping their bodies. */
class AnswerReader {
  readonly #done: Done;
  #held: Buffer = Buffer.alloc(0);
  #status = 0;
  #retryAfter: number | null = null;
  #isLast = false;
  /** Bytes of the body, or of the present chunk with its line end, that are still to come. */
  #left = 0;
  #state: "headers" | "body" | "chunk size" | "chunk" | "trailer" = "headers";

  constructor(done: Done) {
    this.#done = done;
  }

  read(bytes: Buffer): void {
    let rest = this.#held.length > 0 ? Buffer.concat([this.#held, bytes]) : bytes;
    this.#held = Buffer.alloc(0);
    while (rest.length > 0) {
      const used = this.#step(rest);
      if (used === 0) {
        this.#held = rest;
        return;
      }
      rest = rest.subarray(used);
    }
  }

  /** @returns how many bytes were used; 0 when more have to come first */
  #step(bytes: Buffer): number {
    if (this.#state === "headers") return this.#headers(bytes);
    if (this.#state === "chunk size" || this.#state === "trailer") return this.#line(bytes);
    const used = Math.min(this.#left, bytes.length);
    this.#left -= used;
    if (this.#left === 0) {
      if (this.#state === "body") this.#end();
      else this.#state = "chunk size";
    }
    return used;
  }

  #headers(bytes: Buffer): number {
    const end = bytes.indexOf(HEADERS_END);
    if (end < 0) return 0;
    const text = bytes.toString("latin1", 0, end + 2);
    this.#status = Number(text.slice(9, 12));
    this.#isLast = /\r\nconnection: close\r\n/i.test(text);
    const retryAfter = this.#status === 503 && /\r\nretry-after: (\d+)\r\n/i.exec(text)?.[1];
    this.#retryAfter = retryAfter ? Number(retryAfter) : null;
    if (/\r\ntransfer-encoding: chunked\r\n/i.test(text)) this.#state = "chunk size";
    else {
      this.#left = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1] ?? 0);
      this.#state = "body";
      const isEmpty = this.#left === 0 || this.#status === 304 || this.#status === 204;
      if (isEmpty) this.#end();
    }
    return end + HEADERS_END.length;
  }

  #line(bytes: Buffer): number {
    const end = bytes.indexOf(CHUNK_END);
    if (end < 0) return 0;
    if (this.#state === "trailer") this.#end();
    else {
      const size = Number.parseInt(bytes.toString("latin1", 0, end), 16);
      this.#left = size + CHUNK_END.length;
      this.#state = size === 0 ? "trailer" : "chunk";
    }
    return end + CHUNK_END.length;
  }

  #end(): void {
    this.#state = "headers";
    this.#done(this.#status, this.#isLast, this.#retryAfter);
  }
}

/** An answer as the generator looks at it. */
export interface Answer {
  /** Of HTTP, or `UNREACHABLE`. */
  status: number;
  /** Milliseconds from when the call was first written to a socket. */
  latency: number;
  /** Seconds, from the `Retry-After` of a 503; null without one. */
  retryAfter: number | null;
}

export type Answered = (answer: Answer) => void;

interface Waiting {
  request: string;
  answered: Answered;
}

/** In place of a status: no server has answered. */
export const UNREACHABLE = 0;

/** How long a call is tried, and how soon again when no server is there: as in the Caddyfile. */
const TRY_MS = 5000;
const TRY_AGAIN_MS = 250;

/** An idle connection is closed before the other end closes it: as in the Caddyfile. */
const IDLE_MS = 30_000;

/**
 * A connection. It is kept, and sends one call after the other, as browsers do; a call
 * that comes meanwhile waits. A call whose connection breaks is sent again: a balancer does so if
 * it is a read or has an `Idempotency-Key`, and the app sends what is left. Node's own client
 * would take several times the processor.
 */
export class Line {
  /** How often a connection broke while a call was under way. */
  cutOff = 0;
  readonly #servers: Servers;
  /** The place of its server. */
  readonly #home: number;
  readonly #waiting: Waiting[] = [];
  #socket: Socket | null = null;
  /** The place of the server at the other end of the socket. */
  #at = 0;
  #current: Waiting | null = null;
  /** When the last answer came. */
  #idleSince = 0;
  /** When the present call was first sent. */
  #since = 0;

  /** @param home the place of its server */
  constructor(servers: Servers, home: number) {
    this.#servers = servers;
    this.#home = home;
  }

  /** How many calls have no answer yet. */
  get pending(): number {
    return this.#waiting.length + (this.#current ? 1 : 0);
  }

  send(request: string, answered: Answered): void {
    this.#waiting.push({ request, answered });
    this.#next();
  }

  close(): void {
    this.#socket?.destroy();
  }

  #next(): void {
    if (this.#current) return;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#current = next;
    this.#since = performance.now();
    this.#write(next);
  }

  #write({ request }: Waiting): void {
    const at = this.#servers.choose(this.#home);
    const isIdle = performance.now() - this.#idleSince > IDLE_MS;
    if (this.#socket && (this.#at !== at || isIdle)) this.#ended(this.#socket);
    this.#at = at;
    const socket = this.#socket ?? this.#connect();
    socket.write(request, "utf8");
  }

  #connect(): Socket {
    const at = this.#at;
    const { port, hostname } = this.#servers.urls[at] as URL;
    const socket = connect(Number(port), hostname);
    this.#socket = socket;
    socket.setNoDelay(true);
    let isOpen = false;
    socket.once("connect", () => {
      isOpen = true;
    });
    const reader = new AnswerReader((status, isLast, retryAfter) => {
      if (isLast) this.#ended(socket);
      this.#settle(status, retryAfter);
    });
    socket.on("data", (bytes: Buffer) => reader.read(bytes));
    socket.on("error", () => {});
    socket.once("close", () => {
      if (this.#socket !== socket) return;
      this.#ended(socket);
      if (!isOpen) this.#servers.refused(at);
      else if (this.#current) this.cutOff += 1;
      this.#tryAgain();
    });
    return socket;
  }

  #tryAgain(): void {
    const current = this.#current;
    if (!current) return;
    if (performance.now() - this.#since > TRY_MS) this.#settle(UNREACHABLE);
    else if (this.#servers.isThere) this.#write(current);
    else setTimeout(() => this.#write(current), TRY_AGAIN_MS);
  }

  #ended(socket: Socket): void {
    this.#socket = null;
    socket.destroy();
  }

  #settle(status: number, retryAfter: number | null = null): void {
    const current = this.#current;
    this.#current = null;
    this.#idleSince = performance.now();
    current?.answered({ status, latency: performance.now() - this.#since, retryAfter });
    this.#next();
  }
}

/**
 * Browsers open six to one server over HTTP/1.1. With a third of that, 4,000 students stay below the number
 * of ports from which on the system looks for a free one for milliseconds, and below the 10,000 connections of
 * an HAProxy that may open 20,000 files: from there on it takes no new ones until others end.
 */
const LINES = 2;

/**
 * A student's connections. With a single one the calls of a slow school would wait at the student: the
 * school would seem to be faster than it is, and would get fewer calls than planned. The first calls
 * open them all, so that an overload is one of calls. Then they take turns.
 */
export class Connections {
  readonly #lines: Line[];
  #turn = 0;

  /**
   * @param home the place of the student's server
   * @param count how many; one call at a time needs one
   */
  constructor(servers: Servers, home: number, count = LINES) {
    this.#lines = Array.from({ length: count }, () => new Line(servers, home));
  }

  /** How often one of them broke while a call was under way. */
  get cutOff(): number {
    return this.#lines.reduce((sum, { cutOff }) => sum + cutOff, 0);
  }

  send(request: string, answered: Answered): void {
    let best: Line | undefined;
    for (let step = 0; step < this.#lines.length; step += 1) {
      const line = this.#lines[(this.#turn + step) % this.#lines.length];
      if (line && line.pending < (best?.pending ?? Number.POSITIVE_INFINITY)) best = line;
    }
    this.#turn += 1;
    best?.send(request, answered);
  }
}
