import { isIPv4, isIPv6 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { HonoRequest } from "hono";
import type { Services } from "./services.ts";

/** The networks of an address. Attempts are counted by network. */
interface Networks {
  /** A household: an IPv4 address, or the first 56 bits of an IPv6 address. */
  readonly household: string;
  /** A site that may have many households: the first 48 bits of an IPv6 address. */
  readonly site: string | null;
}

/** The eight numbers of an IPv6 address. */
const groupsOf = (address: string): number[] => {
  // `URL` writes the last four bytes in hex, which may be an IPv4 address.
  const { hostname } = new URL(`http://[${address}]`);
  const [head = "", tail] = hostname.slice(1, -1).split("::");
  const numbers = (text: string) =>
    text
      .split(":")
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const first = numbers(head);
  const last = numbers(tail ?? "");
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
};

/** The networks of an address. A text that is not an address counts as its own network. */
export const networksOf = (address: string): Networks => {
  const bare = address.replace(/%.*$/, "");
  if (!isIPv6(bare)) return { household: address, site: null };
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(bare);
  const isMapped = [a, b, c, d, e].every((group) => group === 0) && f === 0xffff;
  if (isMapped) {
    return { household: [g >> 8, g & 255, h >> 8, h & 255].join("."), site: null };
  }
  const site = [a, b, c].map((group) => group.toString(16)).join(":");
  return { household: `${site}:${(d & 0xff00).toString(16)}/56`, site: `${site}/48` };
};

/**
 * An address as a proxy reports it, without its port.
 * @returns null when it is no address
 */
const withoutPort = (entry: string): string | null => {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : null;
  const address = text.replace(/^([\d.]+):\d+$/, "$1");
  return isIPv4(address) || isIPv6(address) ? address : null;
};

/**
 * The client's address. Each proxy appends the address of its own client to the header, so with two
 * proxies the second to last entry is the client. Earlier entries may be forged.
 * @param trustedProxies the number of proxies in front of the school; 0: the header is ignored
 * @param forwardedFor the header `X-Forwarded-For`
 * @param peer the remote address of the connection
 */
export const clientAddress = (
  trustedProxies: number,
  forwardedFor: string | undefined,
  peer: string,
): string => {
  if (trustedProxies === 0 || forwardedFor === undefined) return peer;
  const entries = forwardedFor.split(",");
  return withoutPort(entries[Math.max(0, entries.length - trustedProxies)] ?? "") ?? peer;
};

export const addressOf = (
  { trustedProxies }: Pick<Services, "trustedProxies">,
  request: HonoRequest,
  { incoming }: HttpBindings,
): string =>
  clientAddress(
    trustedProxies,
    request.header("x-forwarded-for"),
    incoming.socket.remoteAddress ?? "",
  );

/** Whether the client reaches the school by HTTPS. */
export const isSecure = (
  { publicUrl, trustedProxies }: Pick<Services, "publicUrl" | "trustedProxies">,
  request: HonoRequest,
): boolean =>
  publicUrl().startsWith("https:") ||
  (trustedProxies > 0 && /\bhttps\s*$/.test(request.header("x-forwarded-proto") ?? ""));
