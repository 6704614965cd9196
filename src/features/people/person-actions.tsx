import { useState } from "react";
import { useLocation } from "wouter";
import { STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { PeopleAction, PersonPage } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import { saveFile } from "../../ui/save-file.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { ACTIONS } from "./actions.ts";
import styles from "./person.module.css";
import { fetchZip } from "./person-calls.ts";
import { personName } from "./person-name.ts";
import { RemovalDialog } from "./removal-dialog.tsx";

/** What makes sense for a person as they are. */
const actionsFor = ({ person, second_factor, linked, sessions }: PersonPage): PeopleAction[] => [
  ...(person.blocked
    ? []
    : [person.no_password ? ("invite" as const) : ("reset-password" as const)]),
  ...(sessions > 0 ? ["sign-out" as const] : []),
  ...(second_factor ? ["reset-second-factor" as const] : []),
  ...(person.mail_refused ? ["mail-works" as const] : []),
  ...(linked ? ["unlink" as const] : []),
  person.blocked ? "unblock" : "block",
];

export interface PersonActionsProps {
  page: PersonPage;
  /** Called when something of the person has changed. */
  onDone: () => void;
}

/** What can be done to a person besides changing their fields. */
export const PersonActions = ({ page, onDone }: PersonActionsProps) => {
  const { transport } = useApp();
  const text = useText();
  const [, navigate] = useLocation();
  const [action, setAction] = useState<PeopleAction | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [removes, setRemoves] = useState(false);
  const [zip, setZip] = useState<"idle" | "busy" | "failed">("idle");
  const { person } = page;
  const [chosen] = useState(() => new Map([[person.id, personName(person)]]));

  const download = async () => {
    if (zip === "busy") return;
    setZip("busy");
    const answer = await fetchZip(transport.sendForBytes, person.id);
    if (answer.ok) saveFile(answer.value, `${person.username}.zip`);
    setZip(answer.ok ? "idle" : "failed");
  };

  return (
    <section className="sheet">
      <h2>{text("staff-people.actions")}</h2>
      <div className={styles.actions}>
        {actionsFor(page).map((each) => (
          <button
            key={each}
            type="button"
            className="button quiet"
            onClick={() => {
              setSaid(null);
              setAction(each);
            }}
          >
            {text(ACTIONS[each][0])}
          </button>
        ))}
        <button
          type="button"
          className="button quiet"
          aria-disabled={zip === "busy" || undefined}
          onClick={() => void download()}
        >
          {text("staff-people.zip")}
        </button>
        <button
          type="button"
          className={`button quiet ${styles.remove}`}
          onClick={() => setRemoves(true)}
        >
          {text("staff-people.remove")}
        </button>
      </div>
      <p role="status" className={styles.done}>
        {zip === "busy" ? text("staff-people.zip-busy") : said}
      </p>
      {zip === "failed" ? (
        <p role="alert" className={styles.error}>
          {text("desk-failure.not-fetched")}
        </p>
      ) : null}
      {action ? (
        <ActionDialog
          action={action}
          people={chosen}
          onClose={() => setAction(null)}
          onDone={() => {
            setSaid(text("staff-people.done"));
            setAction(null);
            onDone();
          }}
        />
      ) : null}
      {removes ? (
        <RemovalDialog
          people={chosen}
          onClose={() => setRemoves(false)}
          onRemoved={() => navigate(STAFF_PEOPLE)}
        />
      ) : null}
    </section>
  );
};
