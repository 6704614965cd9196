import { isIP } from "node:net";
import type { HonoRequest } from "hono";
import { isSecure } from "../client-address.ts";
import type { Services } from "../services.ts";

/** Whom passkeys are made for. */
export interface RelyingParty {
  /** The domain. */
  readonly id: string;
  /** The address of the pages that may use them. */
  readonly origin: string;
}

type Settings = Pick<Services, "givenPublicUrl" | "publicUrl" | "trustedProxies">;

/**
 * The relying party of the school: its public address, or without one the address of the request. A forged
 * host opens nothing, because a browser signs for the page's own address alone.
 * @returns null where browsers have no passkeys: an IP address, or plain HTTP elsewhere than on this machine
 */
export const relyingPartyOf = (services: Settings, request: HonoRequest): RelyingParty | null => {
  const { givenPublicUrl } = services;
  const url = new URL(givenPublicUrl ?? request.url);
  if (givenPublicUrl === null) url.protocol = isSecure(services, request) ? "https:" : "http:";
  const { hostname, origin, protocol } = url;
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isSafe = protocol === "https:" || isLocal;
  if (!isSafe || isIP(hostname) !== 0 || hostname.startsWith("[")) return null;
  return { id: hostname, origin };
};
