import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export interface LineSpeed {
  bitsPerSecond: number;
  roundTripMs: number;
}

/** An emulated line between the school and this machine. */
export interface Line {
  /** Shown in the report. */
  kind: "network namespace" | "proxy on loopback";
  /** The address on which a server at the far end listens. */
  host: string;
  /** Words to put before a command that is to run at the far end. */
  prefix: readonly string[];
  /** @returns the address by which a server at the far end is reached over the line */
  carry(address: string): Promise<string>;
  close(): void;
}

const ip = (...words: string[]): boolean =>
  spawnSync("ip", words, { stdio: "ignore" }).status === 0;

/** A network namespace with shaped links in both directions; null if this machine cannot create one. */
const openNamespace = ({ bitsPerSecond, roundTripMs }: LineSpeed): Line | null => {
  const number = 1 + (process.pid % 250);
  const name = `line-${process.pid}`;
  const [near, far] = [`lsn${number}`, `lsf${number}`];
  const inside = ["ip", "netns", "exec", name];
  const shape = (before: readonly string[], device: string): boolean => {
    const netem = ["netem", "delay", `${roundTripMs / 2}ms`, "rate", `${bitsPerSecond}bit`];
    const words = [...before, "tc", "qdisc", "add", "dev", device, "root", ...netem];
    // The default queue of 1,000 packets is larger than that of a router on such a line.
    words.push("limit", "400");
    return spawnSync(words[0] ?? "", words.slice(1), { stdio: "ignore" }).status === 0;
  };
  const close = () => void ip("netns", "del", name);
  const isOpen =
    process.getuid?.() === 0 &&
    ip("netns", "add", name) &&
    ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name) &&
    ip("addr", "add", `10.98.${number}.2/24`, "dev", near) &&
    ip("link", "set", near, "up") &&
    ip("-n", name, "addr", "add", `10.98.${number}.1/24`, "dev", far) &&
    ip("-n", name, "link", "set", far, "up") &&
    ip("-n", name, "link", "set", "lo", "up") &&
    shape([], near) &&
    shape(inside, far);
  if (!isOpen) {
    close();
    return null;
  }
  return {
    kind: "network namespace",
    host: `10.98.${number}.1`,
    prefix: inside,
    carry: async (address) => address,
    close,
  };
};

const openProxy = ({ bitsPerSecond, roundTripMs }: LineSpeed): Line => {
  const proxies: ChildProcess[] = [];
  const close = () => {
    for (const proxy of proxies) proxy.kill("SIGKILL");
    process.off("exit", close);
  };
  process.once("exit", close);
  return {
    kind: "proxy on loopback",
    host: "127.0.0.1",
    prefix: [],
    async carry(address) {
      const { protocol, hostname, port } = new URL(address);
      const file = path.join(import.meta.dirname, "slow-proxy.ts");
      const words = [file, hostname, port, `${bitsPerSecond}`, `${roundTripMs}`];
      const proxy = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
      proxies.push(proxy);
      const [said] = await once(proxy.stdout, "data");
      return `${protocol}//127.0.0.1:${String(said).trim()}`;
    },
    close,
  };
};

/** Opens a line of the given speed: shaped by the system if possible, else through a proxy. */
export const openLine = (speed: LineSpeed): Line => openNamespace(speed) ?? openProxy(speed);
