import { isIP } from "node:net";
import type { HonoRequest } from "hono";
import type { Kysely } from "kysely";
import { isSecure } from "../../client-address.ts";
import type { Tables } from "../../db/schema.ts";
import type { Services } from "../../services.ts";

/** The party for which passkeys are created (WebAuthn). */
export interface RelyingParty {
  /** The domain. */
  readonly id: string;
  /** The address of the pages that may use them. */
  readonly origin: string;
}

type Settings = Pick<Services, "publicUrl" | "settings" | "trustedProxies">;

/**
 * The relying party of the school: its public address, or the address of the request if it has
 * none. A forged host is harmless, because a browser signs only for the page's own address.
 * @returns null if browsers support no passkeys there: at an IP address, or over plain HTTP except
 * on localhost
 */
export const relyingPartyOf = (services: Settings, request: HonoRequest): RelyingParty | null => {
  const { publicUrl } = services.settings.current;
  const url = new URL(publicUrl ?? request.url);
  if (publicUrl === null) url.protocol = isSecure(services, request) ? "https:" : "http:";
  const { hostname, origin, protocol } = url;
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isSafe = protocol === "https:" || isLocal;
  if (!isSafe || isIP(hostname) !== 0 || hostname.startsWith("[")) return null;
  return { id: hostname, origin };
};

/** The name under which devices and apps list the school. */
export const schoolName = async (
  db: Kysely<Tables>,
  organisationId: number | null,
): Promise<string> => {
  const row = await db
    .selectFrom("organisation")
    .select("name")
    .where("id", "=", organisationId ?? -1)
    .executeTakeFirst();
  return row?.name ?? "";
};
