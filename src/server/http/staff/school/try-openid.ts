import type * as v from "valibot";
import type { SentAnswer } from "../../../../contract/call.ts";
import type { tryOpenId } from "../../../../contract/staff-school.ts";
import { decodeVariables } from "../../../environment.ts";
import { readStoredSettings } from "../../../settings/stored-settings.ts";
import { CALLBACK } from "../../openid/flow-cookie.ts";
import { Provider } from "../../openid/provider.ts";
import { invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";

type Asked = v.InferOutput<NonNullable<typeof tryOpenId.body>>;

/**
 * Tries a provider with the settings that somebody has typed, and changes nothing. The stored secret is tried
 * only for the client and the provider that it was given for.
 * @throws HttpProblem 422 for an address or a name that no provider has
 */
export const tryProvider = async (
  { database, log, clock, publicUrl }: Services,
  { issuer, client_id, client_secret }: Asked,
): Promise<SentAnswer<typeof tryOpenId>> => {
  const stored = await readStoredSettings(database.read);
  const isSame = stored.OPENID_ISSUER === issuer && stored.OPENID_CLIENT_ID === client_id;
  const kept = isSame ? stored.OPENID_CLIENT_SECRET : undefined;
  const secret = client_secret ?? kept;
  const decoded = decodeVariables({
    ...{ OPENID_ISSUER: issuer, OPENID_CLIENT_ID: client_id },
    ...(secret && { OPENID_CLIENT_SECRET: secret }),
  });
  if (!decoded.ok || !decoded.value.openId) {
    throw invalid("issuer", decoded.ok ? "is required" : (decoded.failure[0]?.message ?? ""));
  }
  const provider = new Provider(decoded.value.openId, log, clock);
  return { steps: await provider.tryOut(`${publicUrl()}${CALLBACK}`) };
};
