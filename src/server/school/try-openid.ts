import type * as v from "valibot";
import type { SentAnswer } from "../../contract/call.ts";
import type { tryOpenId } from "../../contract/staff-openid.ts";
import { cutText } from "../../lib/cut-text.ts";
import { CALLBACK } from "../accounts/openid/flow-cookie.ts";
import { Provider } from "../accounts/openid/provider.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { recordChange } from "../audit/record-change.ts";
import { administratorActor } from "../people/staff-context.ts";
import { invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { decodeVariables } from "./settings/environment.ts";

type Typed = v.InferOutput<NonNullable<typeof tryOpenId.body>>;

const MAX_RECORDED = 300;

/**
 * Tries a provider with the settings that somebody has typed, and changes nothing. The school's secret is taken only
 * for the client and the provider that it was given for. It is recorded before the school calls the provider.
 * @throws HttpProblem 403 for somebody who is no administrator any more; 422 for an address or a name that no
 * provider has
 */
export const tryProvider = async (
  { database, clock, log, settings, publicUrl }: Services,
  person: SignedIn,
  { issuer, client_id, client_secret }: Typed,
): Promise<SentAnswer<typeof tryOpenId>> => {
  const stored = settings.current.openId;
  const isSame = stored?.issuer === issuer && stored.clientId === client_id;
  const secret = client_secret ?? (isSame ? stored.clientSecret : null);
  const decoded = decodeVariables({
    OPENID_ISSUER: issuer,
    OPENID_CLIENT_ID: client_id,
    ...(secret && { OPENID_CLIENT_SECRET: secret }),
  });
  if (!decoded.ok) throw invalid("issuer", decoded.failure[0]?.message ?? "");
  const { openId } = decoded.value;
  if (!openId) throw invalid("issuer", "OPENID_ISSUER and OPENID_CLIENT_ID are required");
  await database.write(async (db) =>
    recordChange(db, clock(), {
      ...{ actor: await administratorActor(db, person), action: "tested", kind: "setting" },
      ...{ subject: "OPENID_ISSUER", name: "OPENID_ISSUER" },
      details: { value: cutText(openId.issuer, MAX_RECORDED) },
    }),
  );
  const provider = new Provider(openId, log, clock);
  return { steps: await provider.tryOut(`${publicUrl()}${CALLBACK}`) };
};
