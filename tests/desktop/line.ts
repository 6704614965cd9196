import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The network between the app and its school. */
export interface Line {
  /** The school's address as the app knows it, without a slash at the end. */
  url: string;
  /** From now on nothing gets through; what is under way breaks off. */
  cut: () => Promise<void>;
  /** From now on connections are taken, and nothing that is sent is ever answered. */
  swallow: () => Promise<void>;
  /** There is a network again; what was swallowed is answered. */
  mend: () => Promise<void>;
}

/**
 * Lays a line to a school, which can be cut as a network is: a browser that is told to be offline
 * says so to the page, and most networks that are gone do not.
 * @param school its address
 */
export const layLine = async (school: string): Promise<Line & { end: () => Promise<void> }> => {
  const { hostname, port } = new URL(school);
  const open = new Set<Socket>();
  /** Connections whose bytes wait, while the line swallows them. */
  let held: Socket[] | null = null;

  const join = (near: Socket) => {
    const far = connect(Number(port), hostname);
    const sockets = [
      [near, far],
      [far, near],
    ] as const;
    for (const [from, to] of sockets) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  };

  const server = createServer((near) => {
    if (!held) return join(near);
    held.push(near);
    open.add(near);
    near.on("error", () => near.destroy());
  });
  const listen = async (at: number) => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };

  const own = await listen(0);
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    async swallow() {
      await cut();
      held = [];
      await listen(own);
    },
    async mend() {
      const waiting = held ?? [];
      held = null;
      for (const near of waiting) if (!near.destroyed) join(near);
      if (!server.listening) await listen(own);
    },
    end: cut,
  };
};
