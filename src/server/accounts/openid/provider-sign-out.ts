import type { SecretHash } from "../../secrets.ts";
import type { Services } from "../../services.ts";

/**
 * The address at which a browser signs a person out at the provider.
 * @returns null for a session that began with a password, or when the provider has no such page
 */
export const providerSignOut = async (
  { database, openId, publicUrl }: Pick<Services, "database" | "openId" | "publicUrl">,
  tokenHash: SecretHash,
): Promise<string | null> => {
  if (openId === null) return null;
  const session = await database.read
    .selectFrom("openid_session")
    .select("id_token")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return session ? openId.signOutAddress(session.id_token, `${publicUrl()}/tls/`) : null;
};
