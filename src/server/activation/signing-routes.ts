import { signLicence } from "../../contract/licence-file.ts";
import { courseState } from "../../domain/course-expiry.ts";
import { defaultLicenceEnd, isLicenceEnd, ownLicenceEnd } from "../../domain/licence-end.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { Throttle } from "../accounts/throttle.ts";
import { actorOf } from "../audit/record-change.ts";
import { type App, route } from "../http/route.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { ownCourses } from "../study/reading.ts";
import { entitlementOf } from "./downloads/routes.ts";
import { serialStart } from "./serial-numbers.ts";
import { type SigningFailure, signRequest } from "./sign-request.ts";

/** A limit that a person who signs licences by hand does not reach. */
const ATTEMPTS = 60;

const problemFor = (failure: SigningFailure): HttpProblem => {
  switch (failure) {
    case "absent":
      return invalid("request", "must be a request of the desktop app");
    case "damaged":
      return invalid("request", "is incomplete or was changed in transit");
    case "other-version":
      return new HttpProblem(
        422,
        "licence/other_version",
        "The request was made by another version of the app",
      );
    case "unknown-serial":
      return new HttpProblem(404, "licence/unknown_serial", "There is no such serial number");
    case "not-registered":
      return new HttpProblem(
        409,
        "licence/not_registered",
        "The request has no registration for the serial number",
      );
    case "no-seat":
      return new HttpProblem(409, "licence/no_seat", "The serial number has no seat left");
  }
};

/** The call with which a signed-in person signs licences for machines without a network. */
export const signingRoutes = (app: App, services: Services): void => {
  const { database, log, failures, keyedHash } = services;
  const throttle = new Throttle(failures, "activation/throttled");

  const endFor = async (person: SignedIn, asked: string | null): Promise<string> => {
    const today = schoolToday(services);
    if (person.level >= ADMIN_LEVEL) {
      const until = asked ?? defaultLicenceEnd(today);
      if (!isLicenceEnd(until, today)) throw invalid("until", "must be today or a later day");
      return until;
    }
    const own = await ownCourses(services, database.read, person);
    const lastDays = own.flatMap(({ subscription }) => {
      const state = courseState(subscription, today, person.level);
      return state.kind === "active" ? [state.until] : [];
    });
    return ownLicenceEnd(lastDays, today);
  };

  route(app, services, signLicence, async ({ body, person }) => {
    await throttle.take({
      key: keyedHash("signing", String(person.accountId)),
      failures: ATTEMPTS,
    });
    const isAdmin = person.level >= ADMIN_LEVEL;
    const { mayDownload } = await entitlementOf(services, person);
    if (!mayDownload) {
      throw new HttpProblem(403, "session/not_allowed", "You may not use the app");
    }
    const until = await endFor(person, body.until ?? null);
    const mayUse = isAdmin
      ? undefined
      : (held: { account_id: number | null }) => held.account_id === person.accountId;
    const signed = await signRequest(
      services,
      body.request,
      until,
      (db) => actorOf(db, person.accountId),
      mayUse,
    );
    if (!signed.ok) {
      log.info("licence not signed", { account: person.accountId, why: signed.failure });
      // Only an administrator may learn whether a serial number exists.
      if (signed.failure === "unknown-serial" && !isAdmin) {
        throw new HttpProblem(403, "session/not_allowed", "This is not your serial number");
      }
      throw problemFor(signed.failure);
    }
    const { serialNumber } = signed.value;
    // Logs only the start of the number, because the whole number would activate other machines.
    log.info("licence signed", {
      account: person.accountId,
      serial: serialStart(serialNumber),
      until,
    });
    return signed.value;
  });
};
