import type { App } from "../../app-context/app.ts";
import { acceptPolicy } from "../../contract/account.ts";
import { dayIn } from "../../core/day-in.ts";
import type { Day } from "../../domain/calendar.ts";
import { type Consent, consentOf, type Policy } from "../../domain/consent.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

type Acceptances = Readonly<Record<`accepted_policy_${Policy}`, string | null>> | null;

/** The policies that the person has accepted. The session stores the dates. */
export const createPolicies = ({
  transport,
  machine,
  session,
}: Pick<App, "transport" | "machine" | "session">) => {
  const today = (): Day<"student"> => dayIn<"student">(machine.zone())(machine.now());
  return {
    /** Whether the stored acceptance is valid today. */
    consent: (policy: Policy, user: Acceptances): Consent =>
      consentOf(policy, user?.[`accepted_policy_${policy}`] ?? null, today()),

    /** Accepts a policy as of today, or declines it. */
    async accept(policy: Policy, accepted: boolean): Promise<Result<null, CallFailure>> {
      const answer = await transport.send(acceptPolicy, {
        body: { policy, accepted },
        query: { zone: machine.zone() },
      });
      if (!answer.ok) return answer;
      const day = accepted ? (answer.value.accepted ?? today()) : null;
      session.updateUser({ [`accepted_policy_${policy}`]: day });
      return Result.ok(null);
    },
  };
};
