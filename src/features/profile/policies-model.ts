import { acceptPolicy } from "../../contract/account.ts";
import { dayIn } from "../../core/day-in.ts";
import type { Session } from "../../core/session.ts";
import type { Day } from "../../domain/calendar.ts";
import { type Consent, consentOf, type Policy } from "../../domain/consent.ts";
import { Result } from "../../lib/result.ts";
import type { Machine } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";

export interface PoliciesOptions {
  send: Send;
  machine: Pick<Machine, "now" | "zone">;
  session: Session;
}

type Acceptances = Readonly<Record<`accepted_policy_${Policy}`, string | null>> | null;

/** The policies that the person has accepted. The session stores the dates. */
export const createPolicies = ({ send, machine, session }: PoliciesOptions) => {
  const today = (): Day<"student"> => dayIn<"student">(machine.zone())(machine.now());
  return {
    /** Whether the stored acceptance is valid today. */
    consent: (policy: Policy, user: Acceptances): Consent =>
      consentOf(policy, user?.[`accepted_policy_${policy}`] ?? null, today()),

    /** Accepts a policy as of today, or declines it. */
    async accept(policy: Policy, accepted: boolean): Promise<Result<null, CallFailure>> {
      const answer = await send(acceptPolicy, {
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

export type Policies = ReturnType<typeof createPolicies>;
