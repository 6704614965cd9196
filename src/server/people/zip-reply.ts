import type { SignedIn } from "../accounts/session/tokens.ts";
import { openZipStream } from "../content/export/zip-target.ts";
import { disposition } from "../http/disposition.ts";
import { reply } from "../http/reply.ts";
import type { Services } from "../services.ts";
import { changeablePerson } from "./answer-person-page.ts";
import { exportPerson, recordExport } from "./export-person.ts";
import { staffContext } from "./staff-context.ts";

/** Everything about a person as a zip that is made while it is sent. @throws HttpProblem 403, 404 */
export const personZip = async (
  services: Services,
  staff: SignedIn,
  id: number | null,
): Promise<Response> => {
  const { database, store, background, log } = services;
  const account = await database.write(async (db) => {
    const context = await staffContext(services, db, staff);
    const known = await changeablePerson(db, id, context.level);
    await recordExport(db, known.account, context);
    return known.account;
  });
  const { target, readable } = openZipStream();
  background.run("Making a zip of a person", async () => {
    try {
      const { missing } = await exportPerson(database.read, store, account, target);
      if (missing.length > 0) log.warn("Files of a person are missing", { files: missing.length });
    } catch (reason) {
      // A reader who has gone ends it, and any other failure ends the answer.
      log.warn("A zip of a person was not finished", { reason: String(reason) });
    }
  });
  return reply(readable, 200, {
    "Content-Type": "application/zip",
    "Content-Disposition": disposition(`${account.username}.zip`),
    "Cache-Control": "no-store",
  });
};
