import type * as v from "valibot";
import type { SentAnswer } from "../../contract/call.ts";
import type { beginOpenIdTry, tryOpenId } from "../../contract/staff-openid.ts";
import { SETTING_GROUPS } from "../../domain/school-setting.ts";
import { cutText } from "../../lib/cut-text.ts";
import { Result } from "../../lib/result.ts";
import { CALLBACK } from "../accounts/openid/flow-cookie.ts";
import { Provider } from "../accounts/openid/provider.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { recordChange } from "../audit/record-change.ts";
import { administratorActor } from "../people/staff-actor.ts";
import { invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { decodeVariables } from "./settings/environment.ts";

type Asked = v.InferOutput<NonNullable<typeof tryOpenId.body>>;

/** What somebody has typed into the form of a provider. */
export type ProviderForm = v.InferOutput<NonNullable<typeof beginOpenIdTry.body>>["form"];

const MAX_RECORDED = 300;

const NAMES: readonly string[] = SETTING_GROUPS.openid;

/**
 * The provider that somebody has typed. The school's secret is taken only for the client and the provider that it
 * was given for.
 * @returns what is wrong if no provider has such settings
 */
export const typedProvider = (
  { log, clock, settings }: Pick<Services, "log" | "clock" | "settings">,
  { values, client_secret }: ProviderForm,
): Result<Provider, string> => {
  const typed: Record<string, string> = Object.fromEntries(
    values
      .filter(({ name, value }) => NAMES.includes(name) && value !== "")
      .map(({ name, value }) => [name, value]),
  );
  const own = settings.current.openId;
  const isSame = own?.issuer === typed.OPENID_ISSUER && own?.clientId === typed.OPENID_CLIENT_ID;
  const secret = client_secret ?? (isSame ? own?.clientSecret : null);
  const decoded = decodeVariables({ ...typed, ...(secret && { OPENID_CLIENT_SECRET: secret }) });
  if (!decoded.ok) return Result.fail(decoded.failure[0]?.message ?? "");
  const { openId } = decoded.value;
  return openId
    ? Result.ok(new Provider(openId, log, clock))
    : Result.fail("OPENID_ISSUER and OPENID_CLIENT_ID are required");
};

/**
 * Records that somebody has the school call a provider; before it does.
 * @throws HttpProblem 403 for somebody who is no administrator any more
 */
export const recordTry = (
  { database, clock }: Services,
  person: SignedIn,
  { settings }: Provider,
): Promise<void> =>
  database.write(async (db) =>
    recordChange(db, clock(), {
      ...{ actor: await administratorActor(db, person), action: "tested", kind: "setting" },
      ...{ subject: "OPENID_ISSUER", name: "OPENID_ISSUER" },
      details: { value: cutText(settings.issuer, MAX_RECORDED) },
    }),
  );

/**
 * Tries a provider with the settings that somebody has typed, and changes nothing.
 * @throws HttpProblem 422 for an address or a name that no provider has
 */
export const tryProvider = async (
  services: Services,
  person: SignedIn,
  { issuer, client_id, client_secret }: Asked,
): Promise<SentAnswer<typeof tryOpenId>> => {
  const values = [
    { name: "OPENID_ISSUER", value: issuer },
    { name: "OPENID_CLIENT_ID", value: client_id },
  ];
  const provider = typedProvider(services, { values, client_secret });
  if (!provider.ok) throw invalid("issuer", provider.failure);
  await recordTry(services, person, provider.value);
  return { steps: await provider.value.tryOut(`${services.publicUrl()}${CALLBACK}`) };
};
