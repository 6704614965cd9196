import { connect, type Socket } from "node:net";

const HEADERS_END = "\r\n\r\n";
const CHUNK_END = "\r\n";

/** Reads answers of HTTP/1.1 without keeping their bodies. */
class AnswerReader {
  readonly #done: (status: number, isLast: boolean) => void;
  #held: Buffer = Buffer.alloc(0);
  #status = 0;
  #isLast = false;
  /** Bytes of the body, or of the present chunk with its line end, that are still to come. */
  #left = 0;
  #state: "headers" | "body" | "chunk size" | "chunk" | "trailer" = "headers";

  constructor(done: (status: number, isLast: boolean) => void) {
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
    this.#done(this.#status, this.#isLast);
  }
}

interface Waiting {
  request: string;
  /** @param status of the answer, or `CUT_OFF` or `UNREACHABLE` */
  answered: (status: number) => void;
}

/** In place of a status: the connection broke while the call was under way. */
export const CUT_OFF = -1;
/** In place of a status: no server took the connection. */
export const UNREACHABLE = 0;

/**
 * A student's connection. It is kept, and sends one call after the other, as browsers do; a call
 * that comes meanwhile waits. Where the server is away, it connects to the next one, as a balancer
 * would. Node's own client would take several times the processor.
 */
export class Line {
  readonly #urls: readonly URL[];
  /** The place of the present server. */
  #at: number;
  /** How many servers have refused the connection for the present call. */
  #refusals = 0;
  readonly #waiting: Waiting[] = [];
  #socket: Socket | null = null;
  #current: Waiting | null = null;

  /** @param at the place of its server */
  constructor(urls: readonly URL[], at: number) {
    this.#urls = urls;
    this.#at = at;
  }

  send(request: string, answered: Waiting["answered"]): void {
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
    this.#write(next);
  }

  #write({ request }: Waiting): void {
    const socket = this.#socket ?? this.#connect();
    socket.write(request, "utf8");
  }

  #connect(): Socket {
    const { port, hostname } = this.#urls[this.#at] as URL;
    const socket = connect(Number(port), hostname);
    this.#socket = socket;
    socket.setNoDelay(true);
    let isOpen = false;
    socket.once("connect", () => {
      isOpen = true;
      this.#refusals = 0;
    });
    const reader = new AnswerReader((status, isLast) => {
      if (isLast) this.#ended(socket);
      this.#settle(status);
    });
    socket.on("data", (bytes: Buffer) => reader.read(bytes));
    socket.on("error", () => {});
    socket.once("close", () => {
      if (this.#socket !== socket) return;
      this.#ended(socket);
      if (isOpen) this.#settle(CUT_OFF);
      else this.#tryNext();
    });
    return socket;
  }

  #tryNext(): void {
    this.#refusals += 1;
    this.#at = (this.#at + 1) % this.#urls.length;
    if (this.#current && this.#refusals < this.#urls.length) this.#write(this.#current);
    else {
      this.#refusals = 0;
      this.#settle(UNREACHABLE);
    }
  }

  #ended(socket: Socket): void {
    this.#socket = null;
    socket.destroy();
  }

  #settle(status: number): void {
    const current = this.#current;
    this.#current = null;
    current?.answered(status);
    this.#next();
  }
}
