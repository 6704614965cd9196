import type { PeopleColumn } from "../../../contract/staff-import.ts";
import type { Language } from "../../../domain/languages.ts";
import type { Tables } from "../../db/schema.ts";
import type { RowError } from "./read-row.ts";

export type PlannedCourse = Omit<Tables["subscription"], "account_id"> & {
  /** The days before, for the record; null: a new course. */
  readonly before: string | null;
};

/** A person as the row leaves them, besides their courses. */
export interface PlannedAccount {
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly level: number;
  /** One calendar month after the last day; null: no end. */
  readonly expire: string | null;
  /** As before: no row blocks anybody. */
  readonly blocked: number | null;
  readonly teaches_all: number;
}

interface PlannedPerson {
  readonly account: PlannedAccount;
  /** Courses that are new or have other days. */
  readonly courses: readonly PlannedCourse[];
  /** Ids of courses that a tutor teaches besides. */
  readonly taught: readonly number[];
  /** Whether the tutor teaches none of those before. */
  readonly takesTaught: boolean;
  /** Null: as before. */
  readonly language: Language | null;
}

/** A person whom a row adds. */
export type AddedPerson = PlannedPerson;

/** A person whom a row changes. */
export interface ChangedPerson extends PlannedPerson {
  readonly id: number;
  readonly before: PlannedAccount & { readonly taught: readonly number[] };
  /** Everything of the person as it was, to notice other changes meanwhile. */
  readonly state: string;
}

/** What an import does with a row. */
export type PlannedRow = {
  readonly row: number;
  /** How the list names the person: the username, or else the mail address. */
  readonly name: string;
} & (
  | { readonly kind: "add"; readonly fields: readonly PeopleColumn[]; readonly added: AddedPerson }
  | {
      readonly kind: "change";
      readonly fields: readonly PeopleColumn[];
      readonly changed: ChangedPerson;
    }
  | { readonly kind: "same" }
  | { readonly kind: "wrong"; readonly errors: readonly RowError[] }
);
