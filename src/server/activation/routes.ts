import {
  checkActivation,
  checkLicense,
  checkRegistration,
  deactivate,
} from "../../contract/activation.ts";
import { CHECKSUM } from "../../contract/checksum.ts";
import { UUID } from "../../lib/uuid.ts";
import { addressBudgets, Throttle } from "../accounts/throttle.ts";
import { TypedAnswer } from "../http/answer.ts";
import { reply } from "../http/reply.ts";
import { type App, publicRoute } from "../http/route.ts";
import { required } from "../page.ts";
import { invalid } from "../problem.ts";
import { asSecret } from "../secrets.ts";
import type { Services } from "../services.ts";
import { activate, registeredName } from "./activate.ts";
import { licenceKey } from "./licences.ts";
import { releaseSeat } from "./seats.ts";
import { findSerialNumber, lockSerialNumber } from "./serial-numbers.ts";
import { signLicence } from "./sign-request.ts";

const assertIds = ({ computerId, licenseId }: { computerId: string; licenseId: string }): void => {
  if (!CHECKSUM.test(computerId))
    throw invalid("computerId", "must be a SHA-256 in lower-case hex");
  if (!UUID.test(licenseId)) throw invalid("licenseId", "must be a UUID");
};

/** The answers of `checkActivation`, one per line. */
const lines = (...parts: readonly string[]): TypedAnswer<string> =>
  new TypedAnswer(() =>
    reply(parts.join("\n"), 200, {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
    }),
  );

/** The calls of the desktop app's activation: serial numbers, seats and licences. */
export const activationRoutes = (app: App, services: Services): void => {
  const { database, clock, failures, keyedHash } = services;
  const throttle = new Throttle(failures, "activation/throttled");

  /** Runs an attempt that may be a guess of a serial number or a licence; it gives null for a failure. */
  const attempt = <Value>(address: string, work: () => Promise<Value | null>) =>
    throttle.attempt(addressBudgets(keyedHash, "activation", address), work);

  publicRoute(app, services, checkRegistration, async ({ query, address }) => {
    const serialNumber = required(query, "serialNumber");
    const name = await attempt(address, async () => {
      const found = await findSerialNumber(database.read, serialNumber, clock());
      if (!found || found.revoked !== null) return null;
      return (await registeredName(database.read, found.serial)) ?? "";
    });
    return name === null ? { status: "error" } : { status: "ok", body: name };
  });

  publicRoute(app, services, checkActivation, async ({ body, address }) => {
    assertIds(body);
    const key = await licenceKey(database);
    const done = await attempt(address, async () => {
      const activated = await activate(services, body);
      return activated === "Error404" ? null : activated;
    });
    if (done === null) return lines("Error404");
    if (typeof done === "string") return lines(done);
    const { code, activationId, fullName } = done;
    const { serialNumber, computerId, licenseId } = body;
    const issued = new Date(clock()).toISOString();
    const licence = { activationId, serialNumber, computerId, licenseId, fullName, issued };
    return lines(code, activationId, signLicence(key, licence));
  });

  publicRoute(app, services, checkLicense, async ({ body, address }) => {
    const status = await attempt(address, async () => {
      if (!UUID.test(body.activationId)) return null;
      const row = await database.read
        .selectFrom("activation")
        .innerJoin("serial_number", "serial_number.serial", "activation.serial")
        .leftJoin("account", "account.id", "account_id")
        .select(["revoked", "blocked"])
        .where("activation.id", "=", asSecret(body.activationId.toLowerCase()))
        .executeTakeFirst();
      if (!row) return null;
      return row.revoked === null && row.blocked === null ? "ok" : "revoked";
    });
    return { status: status ?? "unknown" };
  });

  publicRoute(app, services, deactivate, async ({ body, address }) => {
    assertIds(body);
    const done = await attempt(address, () =>
      database.write(async (db) => {
        const held = await lockSerialNumber(db, body.serialNumber, clock());
        return held && (await releaseSeat(db, held, body)) ? true : null;
      }),
    );
    return { status: done ? "ok" : "error" };
  });
};
