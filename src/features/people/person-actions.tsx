import { useState } from "react";
import { useLocation } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useSave } from "../../app-context/use-save.ts";
import type { PeopleAction, PersonPage } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { ACTIONS, fetchZip } from "./actions.ts";
import styles from "./person.module.css";
import { personName } from "./person-name.tsx";
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

const NOT_FETCHED = { else: "desk-failure.not-fetched" } as const;

interface PersonActionsProps {
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
  const [done, setDone] = useState("");
  const [removes, setRemoves] = useState(false);
  const zip = useSave();
  const { person } = page;
  const [chosen] = useState(() => new Map([[person.id, personName(person)]]));

  return (
    <section className="sheet">
      <h2>{text("staff-people.actions")}</h2>
      <div className={styles.actions}>
        {actionsFor(page).map((each) => (
          <Button
            key={each}
            quiet
            onClick={() => {
              setDone("");
              setAction(each);
            }}
          >
            {text(ACTIONS[each][0])}
          </Button>
        ))}
        <Button
          quiet
          disabled={zip.busy}
          onClick={() =>
            zip.save(() => fetchZip(transport.sendForBytes, person.id), `${person.username}.zip`)
          }
        >
          {text("staff-people.zip")}
        </Button>
        <button
          type="button"
          className={`button quiet ${styles.remove}`}
          onClick={() => setRemoves(true)}
        >
          {text("staff-people.remove")}
        </button>
      </div>
      <p role="status" className={styles.done}>
        {zip.busy ? text("staff-people.zip-busy") : done}
      </p>
      <FailureNotice failure={zip.failure} messages={NOT_FETCHED} className={styles.error} />
      {action ? (
        <ActionDialog
          action={action}
          people={chosen}
          onClose={() => setAction(null)}
          onDone={() => {
            setDone(text("staff-people.done"));
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
