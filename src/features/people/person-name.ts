import type { ListedPerson } from "../../contract/staff-people.ts";

/** The name of a person; the username if there is none. */
export const personName = ({
  first_name,
  last_name,
  username,
}: Pick<ListedPerson, "first_name" | "last_name" | "username">): string =>
  `${first_name} ${last_name}`.trim() || username;
