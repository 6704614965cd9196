import type { HttpBindings } from "@hono/node-server";
import type { HonoRequest } from "hono";
import { withoutPort } from "./accounts/network-key.ts";
import type { Services } from "./services.ts";

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

/** The client's address of a request. */
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
