import type { ListedPerson } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import { type Flag, Flags } from "../../ui/flags.tsx";

/** The name of a person; the username if there is none. */
export const personName = ({
  first_name,
  last_name,
  username,
}: Pick<ListedPerson, "first_name" | "last_name" | "username">): string =>
  `${first_name} ${last_name}`.trim() || username;

interface PersonFlagsProps {
  person: Pick<ListedPerson, "blocked" | "no_password" | "mail_refused">;
}

/** What is out of the ordinary about an account. */
export const PersonFlags = ({ person }: PersonFlagsProps) => {
  const text = useText();
  const { blocked, no_password, mail_refused } = person;
  const flags: Flag[] = [];
  if (blocked) flags.push({ text: text("staff-people.state-blocked"), tone: "warning" });
  if (no_password) flags.push({ text: text("staff-people.state-no-password") });
  if (mail_refused) flags.push({ text: text("staff-people.state-no-mail"), tone: "warning" });
  return <Flags flags={flags} />;
};
