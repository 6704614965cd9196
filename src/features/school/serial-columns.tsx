import { useState } from "react";
import type { Column, ColumnCell } from "../../app-context/data-table.tsx";
import type { SentSerial } from "../../contract/staff-school.ts";
import { useText } from "../../i18n/use-text.ts";
import { ConfirmDialog } from "../courses/public.ts";
import { useSchool } from "./school-service.ts";

type CellProps = ColumnCell<SentSerial>;

const Owner = ({ row: { username, name, registered_by } }: CellProps) => (
  <bdi>{username || name || registered_by}</bdi>
);

const Seats = ({ row: { taken, seats } }: CellProps) =>
  useText()("staff-school.seats-taken", { taken, seats });

const Courses = ({ row: { courses, username } }: CellProps) => {
  const text = useText();
  const all = username !== "" ? "staff-school.own-courses" : "staff-school.all-courses";
  return courses === null ? text(all) : <bdi>{courses.join(", ")}</bdi>;
};

/** A button that revokes a number once somebody has said so twice. */
const Revoke = ({ row: { serial, revoked } }: CellProps) => {
  const text = useText();
  const { serials } = useSchool();
  const [isFailed, setFailed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  if (revoked) return text("staff-school.revoked");
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-label={`${text("staff-school.revoke")} ${serial.slice(0, 8)}`}
        onClick={() => setAsked(true)}
      >
        {text("staff-school.revoke")}
      </button>
      {isAsked ? (
        <ConfirmDialog
          title={text("staff-school.revoke")}
          question={text("staff-school.revoke-sure", { serial })}
          act={text("staff-school.revoke")}
          onAct={() => {
            // So that a second failure is said, too.
            setFailed(false);
            void serials.revoke(serial).then((isDone) => setFailed(!isDone));
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
      {isFailed ? <p role="alert">{text("staff-school.not-done")}</p> : null}
    </>
  );
};

/** A serial number, whose it is, and the button that revokes it. */
export const SERIAL_COLUMNS: readonly Column<SentSerial>[] = [
  { name: "staff-school.serial", Cell: ({ row }) => <code dir="ltr">{row.serial}</code> },
  { name: "staff-school.owner", Cell: Owner },
  { name: "staff-school.seats", Cell: Seats },
  { name: "staff-school.courses", Cell: Courses },
  { name: "staff-school.revoke", Cell: Revoke },
];
