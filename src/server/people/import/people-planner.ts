import type { Kysely } from "kysely";
import { runsSchool } from "../../../domain/staff-rights.ts";
import { likenessOf, normalizeName } from "../../accounts/account-names.ts";
import type { Tables } from "../../db/schema.ts";
import { areLastAdministrators, takesAdministrator } from "../last-administrator.ts";
import {
  type ChangedPerson,
  type PlanContext,
  type PlannedAccount,
  type PlannedRow,
  planAdded,
  planChanged,
} from "./plan-person.ts";
import { type PresentPerson, peopleNamed } from "./present-people.ts";
import type { PersonRow, RowError } from "./read-row.ts";

/** What a row says, and what is wrong with it for whomever it is about. */
export interface ReadRow {
  readonly person: PersonRow;
  readonly errors: readonly RowError[];
}

/** The people whom some rows may be about, by their names. */
class Present {
  readonly #byKey = new Map<string, PresentPerson>();
  readonly #byLikeness = new Map<string, PresentPerson[]>();

  constructor(people: readonly PresentPerson[]) {
    for (const person of people) {
      const { username_key, email_key, username_like, email_like } = person.account;
      this.#byKey.set(`username ${username_key}`, person);
      this.#byKey.set(`email ${email_key}`, person);
      for (const likeness of new Set([username_like, email_like])) {
        this.#byLikeness.set(likeness, [...(this.#byLikeness.get(likeness) ?? []), person]);
      }
    }
  }

  named(kind: "username" | "email", name: string): PresentPerson | undefined {
    return this.#byKey.get(`${kind} ${normalizeName(name)}`);
  }

  /** Somebody else who has a name that looks like this one. */
  otherLike(name: string, id: number | null): PresentPerson | undefined {
    return this.#byLikeness.get(likenessOf(name))?.find(({ account }) => account.id !== id);
  }
}

/** Plans what an import does with each row. Rows of one file come to one planner, in their order. */
export class PeoplePlanner {
  readonly #db: Kysely<Tables>;
  readonly #context: PlanContext;
  /** The rows by the people whom they are about, and by the likenesses of their names. */
  readonly #people = new Map<number, number>();
  readonly #names = new Map<string, number>();
  /** The administrators whom rows take away. */
  #administrators: readonly number[] = [];

  /** @param db reads alone */
  constructor(db: Kysely<Tables>, context: PlanContext) {
    this.#db = db;
    this.#context = context;
  }

  /** Plans some rows; several hundred at once take few queries. */
  async plan(read: readonly ReadRow[]): Promise<PlannedRow[]> {
    const names = read.flatMap(({ person }) => [person.username ?? [], person.email ?? []].flat());
    const present = new Present(await peopleNamed(this.#db, names));
    const planned: PlannedRow[] = [];
    for (const { person, errors } of read) {
      planned.push(await this.#planRow(person, errors, present));
    }
    return planned;
  }

  async #planRow(
    person: PersonRow,
    found: readonly RowError[],
    present: Present,
  ): Promise<PlannedRow> {
    const { row, username, email } = person;
    const name = username ?? email ?? "";
    const wrong = (errors: readonly RowError[]): PlannedRow => ({
      kind: "wrong",
      row,
      name,
      errors,
    });
    const known =
      username === null
        ? email === null
          ? undefined
          : present.named("email", email)
        : present.named("username", username);
    const errors = [...found];
    if (name === "") return wrong(errors);
    if (known) {
      const first = this.#people.get(known.account.id);
      if (first !== undefined) return wrong([...errors, this.#twice(person, first)]);
      const plan = planChanged(person, known, this.#context);
      errors.push(...plan.errors);
      const { changed, fields } = plan;
      if (changed) {
        errors.push(...this.#nameErrors(person, changed.account, known, present));
        errors.push(...(await this.#administratorErrors(changed)));
      }
      if (errors.length > 0) return wrong(errors);
      this.#people.set(known.account.id, row);
      this.#take(row, changed?.account ?? known.account);
      if (!changed) return { kind: "same", row, name };
      return { kind: "change", row, name, fields, changed };
    }
    const { added, fields, errors: more } = planAdded(person, this.#context);
    // An address that is wrong is not missing.
    const isNamed = found.some(({ column }) => column === "email");
    errors.push(...more.filter(({ problem }) => !(isNamed && problem === "email-missing")));
    errors.push(...this.#nameErrors(person, added.account, null, present));
    if (errors.length > 0) return wrong(errors);
    this.#take(row, added.account);
    return { kind: "add", row, name, fields, added };
  }

  #twice({ username, email }: PersonRow, first: number): RowError {
    const column = username === null && email !== null ? "email" : "username";
    return { column, problem: "twice", value: String(first) };
  }

  #take(row: number, { username, email }: Pick<PlannedAccount, "username" | "email">): void {
    for (const name of [username, email]) {
      const likeness = likenessOf(name);
      if (!this.#names.has(likeness)) this.#names.set(likeness, row);
    }
  }

  /** Names that other people or other rows have. */
  #nameErrors(
    person: PersonRow,
    account: Pick<PlannedAccount, "username" | "email">,
    known: PresentPerson | null,
    present: Present,
  ): RowError[] {
    const errors: RowError[] = [];
    for (const column of ["username", "email"] as const) {
      const name = account[column];
      const isGiven = person[column] !== null && name !== known?.account[column];
      if (!isGiven || name === "") continue;
      const other = present.otherLike(name, known?.account.id ?? null);
      const first = this.#names.get(likenessOf(name));
      if (other) errors.push({ column, problem: `${column}-taken`, value: other.account.username });
      else if (first !== undefined) errors.push({ column, problem: "twice", value: String(first) });
    }
    return errors;
  }

  /** Whether nobody could run the school afterwards. */
  async #administratorErrors({ id, before, account }: ChangedPerson): Promise<RowError[]> {
    const { today } = this.#context;
    if (!takesAdministrator(before, account, today)) return [];
    const taken = [...this.#administrators, id];
    if (await areLastAdministrators(this.#db, taken, today)) {
      const { level } = account;
      const column = runsSchool(level) ? "last_day" : "level";
      return [{ column, problem: "last-administrator", value: String(level) }];
    }
    this.#administrators = taken;
    return [];
  }
}
