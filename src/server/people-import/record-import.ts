import { type Kysely, sql } from "kysely";
import { levelToSee } from "../../domain/audit.ts";
import { foldText } from "../../domain/search-text.ts";
import { type AuditValue, recordChange } from "../audit/record-change.ts";
import { rowsAsTable } from "../db/rows-as-table.ts";
import type { Tables } from "../db/schema.ts";
import { lastDayOf } from "../people/account-days.ts";
import type { PeopleContext } from "../people/change-person.ts";
import { intervalOf } from "./plan-person.ts";
import type { AddedPerson, ChangedPerson } from "./planned.ts";
import type { InParts } from "./write-accounts.ts";

type Details = Record<string, AuditValue>;
type Keys = PeopleContext["courseKeys"];

const keyOf = (id: number, keys: Keys): string => keys.get(id) ?? `#${id}`;

const dayOf = (expire: string | null): string | null =>
  expire === null ? null : lastDayOf(expire);

const coursesOf = ({ courses }: AddedPerson, keys: Keys): string[] =>
  courses.map((course) => {
    const before = course.before === null ? [] : [course.before, "→"];
    return [keyOf(course.course_id, keys), ...before, intervalOf(course)].join(" ");
  });

const taughtKeys = (isAll: number, ids: readonly number[], keys: Keys): AuditValue =>
  isAll === 1 ? "all" : ids.map((id) => keyOf(id, keys)).toSorted();

/** As `addPerson` records it. */
const detailsOfAdded = (person: AddedPerson, keys: Keys): Details => {
  const { level, expire, teaches_all } = person.account;
  const courses = coursesOf(person, keys);
  const taught = taughtKeys(teaches_all, person.taught, keys);
  return {
    level,
    ...(expire !== null && { last_day: lastDayOf(expire) }),
    ...(courses.length > 0 && { courses }),
    ...((teaches_all === 1 || person.taught.length > 0) && { teaches: [[], taught] }),
  };
};

/** As `changePerson` records it: a person's own data by the names of the fields alone. */
const detailsOfChanged = (person: ChangedPerson, keys: Keys): Details => {
  const { before, account, taught, takesTaught } = person;
  const fields = (["email", "first_name", "last_name"] as const).filter(
    (name) => before[name] !== account[name],
  );
  const courses = coursesOf(person, keys);
  const left = takesTaught ? [] : before.taught;
  const teaches = [
    taughtKeys(before.teaches_all, before.taught, keys),
    taughtKeys(account.teaches_all, [...left, ...taught], keys),
  ];
  const isTaughtSame = JSON.stringify(teaches[0]) === JSON.stringify(teaches[1]);
  return {
    ...(fields.length > 0 && { fields }),
    ...(before.username !== account.username && { username: [before.username, account.username] }),
    ...(before.level !== account.level && { level: [before.level, account.level] }),
    ...(before.expire !== account.expire && {
      last_day: [dayOf(before.expire), dayOf(account.expire)],
    }),
    ...(courses.length > 0 && { courses }),
    ...(!isTaughtSame && { teaches }),
  };
};

const AUDIT_COLUMNS = {
  action: "text",
  subject: "text",
  subject_name: "text",
  details: "text",
  level: "integer",
  folded: "text",
} as const;

type Recorded = { readonly [Name in Exclude<keyof typeof AUDIT_COLUMNS, "level">]: string } & {
  readonly level: number;
};

/** Records everybody whom an import adds and changes, and the import itself; call within its write. */
export const recordImport = async (
  db: Kysely<Tables>,
  plan: {
    readonly added: readonly (AddedPerson & { readonly id: number })[];
    readonly changed: readonly ChangedPerson[];
    readonly invites: boolean;
    readonly file: string;
  },
  inParts: InParts,
  { actor, now, courseKeys }: PeopleContext,
): Promise<void> => {
  const { added, changed, invites, file } = plan;
  const id = actor.kind === "person" ? actor.id : null;
  const name = actor.kind === "person" ? actor.name : "";
  const recorded = (
    action: string,
    id: number,
    { username }: { username: string },
    details: Details,
    levels: readonly number[],
  ): Recorded => ({
    ...{ action, subject: String(id), subject_name: username, details: JSON.stringify(details) },
    ...{ level: levelToSee("person", levels), folded: foldText(`${name} ${username}`) },
  });
  const rows = [
    ...added.map((person) =>
      recorded("added", person.id, person.account, detailsOfAdded(person, courseKeys), [
        person.account.level,
      ]),
    ),
    ...changed.flatMap((person) => {
      const details = detailsOfChanged(person, courseKeys);
      if (Object.keys(details).length === 0) return [];
      const levels = [person.before.level, person.account.level];
      return [recorded("changed", person.id, person.account, details, levels)];
    }),
    ...(invites
      ? added.map((person) =>
          recorded("invited", person.id, person.account, {}, [person.account.level]),
        )
      : []),
  ];
  await inParts(rows, (part) =>
    sql`insert into audit (at, actor, actor_id, actor_name, action, kind, subject, subject_name, details, level, folded)
      select cast(${now} as bigint), cast(${actor.kind} as text), cast(${id} as integer),
        cast(${name} as text), action, 'person', subject, subject_name, details, level, folded
      from ${rowsAsTable<Recorded>(db, "given", AUDIT_COLUMNS, part)}`.execute(db),
  );
  await recordChange(db, now, {
    ...{ actor, action: "imported", kind: "person", subject: "", name: file },
    details: { added: added.length, changed: changed.length, invited: invites ? added.length : 0 },
  });
};
