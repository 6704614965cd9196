import { useIntl } from "react-intl";
import { useSince } from "../../app-context/use-since.ts";
import type { PersonPage } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./person.module.css";
import { PersonFlags } from "./person-flags.tsx";

/** What the school knows of a person's account. */
export const PersonFacts = ({ page }: { page: PersonPage }) => {
  const { person, sessions, second_factor, linked, invited_until, mail_waits, same_as } = page;
  const text = useText();
  const { formatDate } = useIntl();
  const since = useSince();
  const day = (date: string) => formatDate(date, { dateStyle: "medium" });
  const facts = [
    person.seen
      ? text("staff-people.seen-when", { when: since(person.seen) })
      : text("staff-people.seen-never"),
    person.registered ? text("staff-people.registered-on", { date: day(person.registered) }) : null,
    text("staff-people.sessions", { count: sessions }),
    second_factor ? text("staff-people.has-second-factor") : null,
    linked ? text("staff-people.is-linked") : null,
    mail_waits ? text("staff-people.mail-waits") : null,
    invited_until ? text("staff-people.invited-until", { date: day(invited_until) }) : null,
    same_as ? text("staff-people.same-as", { name: same_as }) : null,
  ].filter((fact) => fact !== null);
  return (
    <p className={styles.facts}>
      <PersonFlags person={person} />
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
};
