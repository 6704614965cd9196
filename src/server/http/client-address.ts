import type { HttpBindings } from "@hono/node-server";
import type { HonoRequest } from "hono";
import { withoutPort } from "./network-key.ts";
import type { Services } from "./services.ts";

/**
 * The client's address. Each proxy adds the address of its own client to the end of the header, so
 * that with two proxies the last but one is the client's. What stands before may be forged.
 * @param trustedProxies how many proxies stand before the school; 0: the header is ignored
 * @param forwardedFor the header `X-Forwarded-For`
 * @param peer the other end of the connection
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
