import { foldText } from "../../domain/search-text.ts";
import { searchTextOf } from "../db/account-search.ts";
import { emailFields, usernameFields } from "../db/taken-names.ts";
import { type Keys, recordOfAdded, recordOfChanged } from "./person-record.ts";
import type { AddedPerson, ChangedPerson, PlannedAccount } from "./planned.ts";

/** The columns of an account's names. */
export const namesOf = (account: PlannedAccount) => ({
  ...usernameFields(account.username),
  ...emailFields(account.email),
  first_name: account.first_name,
  last_name: account.last_name,
  search_text: searchTextOf(account),
});

/** What takes time to compute and is the same whenever it is written. */
interface Prepared {
  readonly names: ReturnType<typeof namesOf>;
  /** For the record, as JSON; empty if there is nothing to record. */
  readonly details: string;
  /** The username, as the list of changes is searched. */
  readonly folded: string;
}

export type PreparedAdded = AddedPerson & Prepared;
export type PreparedChanged = ChangedPerson & Prepared;

/** Prepares somebody for the write, so that it is short. */
export const prepareAdded = (person: AddedPerson, keys: Keys): PreparedAdded => ({
  ...person,
  names: namesOf(person.account),
  details: JSON.stringify(recordOfAdded(person, keys)),
  folded: foldText(person.account.username),
});

/** The same for somebody who is changed. */
export const prepareChanged = (person: ChangedPerson, keys: Keys): PreparedChanged => {
  const record = recordOfChanged(person, keys);
  return {
    ...person,
    names: namesOf(person.account),
    details: Object.keys(record).length === 0 ? "" : JSON.stringify(record),
    folded: foldText(person.account.username),
  };
};
