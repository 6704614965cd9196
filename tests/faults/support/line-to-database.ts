import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line to a database that can be cut, and can fall silent. */
export class LineToDatabase {
  readonly #server = createServer((socket) => this.#join(socket));
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  #port = 0;
  #silent = false;

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
  }

  /** Opens the line, on the same port each time. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.#port, "127.0.0.1", () => {
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  /** The address of the database at this end of the line. */
  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  /** Breaks all connections, and refuses new ones. */
  cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    return closed;
  }

  /** Accepts connections and bytes, but passes nothing on. */
  fallSilent(): void {
    this.#silent = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Passes on new connections; what was sent in the silence is lost. */
  speak(): void {
    this.#silent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(socket: Socket): void {
    this.#keep(socket);
    if (this.#silent) return;
    const onward = connect(Number(this.#target.port), this.#target.hostname);
    this.#keep(onward);
    socket.pipe(onward).pipe(socket);
    socket.once("close", () => onward.destroy());
    onward.once("close", () => socket.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => this.#sockets.delete(socket));
  }
}
