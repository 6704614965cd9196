import type { HonoRequest } from "hono";
import type { Kysely } from "kysely";
import type * as v from "valibot";
import type { PersonFields, postPerson } from "../../contract/staff-people.ts";
import { isLanguage } from "../../domain/languages.ts";
import { lockNames } from "../accounts/account-names.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import { keyedRequest, runOnce } from "../idempotent-write.ts";
import type { Services } from "../services.ts";
import { addPerson } from "./add-person.ts";
import { changePerson } from "./change-person.ts";
import { orderLinkMail } from "./links.ts";
import { goodFields, problemOf, refused } from "./person-input.ts";
import { changeablePerson, knownPerson } from "./person-page.ts";
import { changesTo, recordOf, versionOf } from "./person-record.ts";
import { staffContext } from "./staff-context.ts";

type NewPersonBody = v.InferOutput<NonNullable<typeof postPerson.body>>;

const addTo = async (
  services: Services,
  db: Kysely<Tables>,
  staff: SignedIn,
  { invite, language, ...wanted }: NewPersonBody,
): Promise<{ id: number }> => {
  const context = await staffContext(services, db, staff);
  const fields = goodFields(services.catalogue.current, wanted, context.level, null);
  const { username, email, level } = fields;
  const added = await addPerson(
    db,
    {
      ...{ username, email, level, lastDay: fields.last_day, passwordHash: "" },
      ...{ firstName: fields.first_name, lastName: fields.last_name },
      courses: fields.courses,
      teaches: fields.teaches.all ? "all" : fields.teaches.courses,
      ...(language !== null && isLanguage(language) && { language }),
    },
    context,
  );
  if ("taken" in added) throw problemOf(added);
  const { id } = added;
  if (invite) {
    const invited = { id, username, blocked: null, password: "" };
    await orderLinkMail(db, invited, "invitation", context);
  }
  return { id };
};

/**
 * Adds a person, and invites them if that is asked for; once for each `Idempotency-Key`.
 * @throws HttpProblem 403, 404, 409, 422
 */
export const addedPerson = async (
  services: Services,
  request: HonoRequest,
  staff: SignedIn,
  body: NewPersonBody,
): Promise<{ id: number }> => {
  const { database, clock } = services;
  const keyed = keyedRequest(request, staff, clock());
  return database.write(async (db) => {
    await lockNames(db);
    return runOnce(
      db,
      () => database.lockAccount(db, staff.accountId),
      keyed,
      () => addTo(services, db, staff, body),
    );
  });
};

/** Changes a person as they are when `replaces` is their version. @throws HttpProblem 403, 404, 409, 422 */
export const changedPerson = async (
  services: Services,
  staff: SignedIn,
  id: number | null,
  { replaces, ...wanted }: PersonFields & { readonly replaces: string },
) => {
  const { database, tokens } = services;
  const version = await database.write(async (db) => {
    const context = await staffContext(services, db, staff);
    await lockNames(db);
    if (id !== null) await database.lockAccount(db, id);
    const known = await changeablePerson(db, id, context.level);
    if (versionOf(known) !== replaces) throw refused("changed");
    const present = recordOf(known);
    const fields = goodFields(services.catalogue.current, wanted, context.level, present);
    const { account } = known;
    const problem = await changePerson(db, account, changesTo(present, fields), context);
    if (problem) throw problemOf(problem);
    return versionOf(await knownPerson(db, account.id));
  });
  if (id !== null) tokens.forget(id);
  return { version };
};
