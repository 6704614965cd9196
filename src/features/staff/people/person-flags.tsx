import type { ListedPerson } from "../../../contract/staff-people.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./people.module.css";

export interface PersonFlagsProps {
  person: Pick<ListedPerson, "blocked" | "no_password" | "mail_refused">;
}

/** What is out of the ordinary about an account. */
export const PersonFlags = ({ person }: PersonFlagsProps) => {
  const text = useText();
  const { blocked, no_password, mail_refused } = person;
  if (!blocked && !no_password && !mail_refused) return null;
  return (
    <span className={styles.flags}>
      {blocked ? <span data-flag="blocked">{text("staff-people.state-blocked")}</span> : null}
      {no_password ? <span>{text("staff-people.state-no-password")}</span> : null}
      {mail_refused ? <span data-flag="blocked">{text("staff-people.state-no-mail")}</span> : null}
    </span>
  );
};
