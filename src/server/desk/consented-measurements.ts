import type { Kysely } from "kysely";
import type { SentMeasurement } from "../../contract/measurements.ts";
import { consentOf } from "../../domain/consent.ts";
import { studentDays } from "../days.ts";
import type { Tables } from "../db/schema.ts";
import type { Services } from "../services.ts";
import { toSentMeasurement } from "../study/measurement-routes.ts";

/** A student's default table, which tutors see only with the student's consent. */
export const consentedMeasurements = async (
  { catalogue, clock }: Pick<Services, "catalogue" | "clock">,
  db: Kysely<Tables>,
  accountId: number,
): Promise<{ consent: boolean; measurements: SentMeasurement | null }> => {
  const account = await db
    .selectFrom("account")
    .select("accepted_personaldata")
    .where("id", "=", accountId)
    .executeTakeFirst();
  const today = studentDays({}, catalogue.current.schoolDays).of(clock());
  const { kind } = consentOf("personaldata", account?.accepted_personaldata ?? null, today);
  if (kind !== "valid") return { consent: false, measurements: null };
  const table = await db
    .selectFrom("measurement")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("is_default", "=", 1)
    .executeTakeFirst();
  return { consent: true, measurements: table ? toSentMeasurement(table) : null };
};
