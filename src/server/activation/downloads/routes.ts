import { getDownloads, getSerialNumber } from "../../../contract/downloads.ts";
import { mayDownloadApp } from "../../../domain/app-download.ts";
import { courseState } from "../../../domain/course-expiry.ts";
import type { SignedIn } from "../../accounts/session/tokens.ts";
import { authenticate, authenticateReader } from "../../http/authenticate.ts";
import { encodeFileName } from "../../http/reply.ts";
import { type App, route } from "../../http/route.ts";
import { sendStream } from "../../http/send-stream.ts";
import type { Tickets } from "../../http/tickets.ts";
import { HttpProblem } from "../../problem.ts";
import { readOrganisation } from "../../school/organisation.ts";
import { schoolToday } from "../../school/school-today.ts";
import type { Services } from "../../services.ts";
import { readSpan } from "../../store/file-pieces.ts";
import { ownCourses } from "../../study/reading.ts";
import { ownSerialNumber } from "../serial-numbers.ts";
import { type InstallerFile, InstallerFolder, latestOf, type ReleaseFile } from "./installers.ts";

/** Whether a person may have the desktop app, and their serial number; empty if the school has given them none. */
export const entitlementOf = async (services: Services, person: SignedIn) => {
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

/** A download link is valid for as long as a person is likely to leave the downloads page open. */
const TICKET_LIFE_MS = 24 * 3_600_000;

const subjectOf = ({ name, checksum }: ReleaseFile): string => `download\n${name}\n${checksum}`;

/** The calls for the desktop app's installers and its serial number. */
export const downloadRoutes = (app: App, services: Services, tickets: Tickets): void => {
  const { database, clock } = services;
  const installers = new InstallerFolder(services.downloadsDir);

  const mustBeEntitled = async (person: SignedIn): Promise<void> => {
    if ((await entitlementOf(services, person)).mayDownload) return;
    throw new HttpProblem(403, "session/not_allowed", "You may not download the app");
  };

  route(app, services, getDownloads, async ({ person }) => {
    await mustBeEntitled(person);
    const until = clock() + TICKET_LIFE_MS;
    const offered = async (file: InstallerFile) => ({
      system: file.system,
      version: file.version,
      url: `/downloads/${encodeURIComponent(file.name)}?ticket=${await tickets.issue({ kind: "person", person }, subjectOf(file), until)}`,
      size: file.size,
      checksum: file.checksum,
      signature: file.signature,
    });
    const packages = await installers.packages();
    const downloads = latestOf(packages);
    const release = await installers.release();
    return {
      downloads: await Promise.all(downloads.map(offered)),
      packages: await Promise.all(packages.map(offered)),
      notes: release ? await installers.notes(release.version) : {},
    };
  });

  // The browser downloads by itself and cannot send a token, so the address carries a ticket.
  app.get("/downloads/:name", async ({ req }) => {
    const ticket = req.query("ticket");
    const file = await installers.named(req.param("name"));
    if (ticket === undefined) {
      // Anyone who has the app may update it, even if they may not download an installer.
      if (file?.system === "resources") await authenticateReader(services, req);
      else await mustBeEntitled(await authenticate(services, req));
    }
    if (ticket !== undefined) {
      const holder = file ? await tickets.holder(ticket, subjectOf(file)) : null;
      if (holder?.kind !== "person") {
        throw new HttpProblem(403, "session/not_allowed", "This address has expired");
      }
      await mustBeEntitled(holder.person);
    }
    if (!file) throw new HttpProblem(404, "download/not_found", "There is no such download");
    return sendStream(
      req,
      {
        ...file,
        type: "application/octet-stream",
        open: (range) => readSpan(file.path, range),
      },
      {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeFileName(file.name)}`,
      },
    );
  });

  const own = ({ accountId }: SignedIn): Promise<string> =>
    database.write(async (db) => {
      await database.lockAccount(db, accountId);
      return ownSerialNumber(db, accountId, clock());
    });

  route(app, services, getSerialNumber, async ({ person }) => {
    const { mayDownload, serialNumber } = await entitlementOf(services, person);
    return { serialNumber: serialNumber || (mayDownload && (await own(person))) };
  });
};
