import { mayDownloadApp } from "../../../domain/app-download.ts";
import { courseState } from "../../../domain/course-expiry.ts";
import type { SignedIn } from "../../accounts/session/tokens.ts";
import { readOrganisation } from "../../school/organisation.ts";
import { schoolToday } from "../../school/school-today.ts";
import type { Services } from "../../services.ts";
import { ownCourses } from "../../study/reading.ts";

export interface Entitlement {
  mayDownload: boolean;
  /** The account's serial number; empty if the school has given it none. */
  serialNumber: string;
}

/** Whether a person may have the desktop app. */
export const entitlementOf = async (services: Services, person: SignedIn): Promise<Entitlement> => {
  const { read } = services.database;
  const account = await read
    .selectFrom("account")
    .select(["serial_number", "may_download", "organisation_id"])
    .where("id", "=", person.accountId)
    .executeTakeFirstOrThrow();
  const organisation = await readOrganisation(services, account.organisation_id);
  const today = schoolToday(services);
  const own = await ownCourses(services, read, person);
  const mayDownload = mayDownloadApp({
    level: person.level,
    serialNumber: account.serial_number,
    canDownloadApp: account.may_download === 1,
    downloadAvailable: organisation?.download_available ?? false,
    hasActiveCourse: own.some(
      ({ subscription }) => courseState(subscription, today, person.level).kind === "active",
    ),
  });
  return { mayDownload, serialNumber: account.serial_number };
};
