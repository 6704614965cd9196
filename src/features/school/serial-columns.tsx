import { useRef } from "react";
import type { Column } from "../../app-context/data-table.tsx";
import type { SentSerial } from "../../contract/staff-school.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./school.module.css";

interface SerialProps {
  serial: SentSerial;
}

const Seats = ({ serial: { taken, seats } }: SerialProps) =>
  useText()("staff-school.seats-taken", { taken, seats });

const Courses = ({ serial: { courses, username } }: SerialProps) => {
  const text = useText();
  const all = username !== "" ? "staff-school.own-courses" : "staff-school.all-courses";
  return courses === null ? text(all) : <bdi>{courses.join(", ")}</bdi>;
};

/** A button that revokes a number once somebody has said so twice. */
const Revoke = ({
  serial: { serial, revoked },
  onRevoke,
}: SerialProps & { onRevoke: (serial: string) => void }) => {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  if (revoked) return text("staff-school.revoked");
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-label={`${text("staff-school.revoke")} ${serial.slice(0, 8)}`}
        onClick={() => dialog.current?.showModal()}
      >
        {text("staff-school.revoke")}
      </button>
      <dialog ref={dialog} className={styles.sure} aria-label={text("staff-school.revoke")}>
        <p>{text("staff-school.revoke-sure", { serial })}</p>
        <p className={styles.acts}>
          <button
            type="button"
            className="button"
            onClick={() => {
              dialog.current?.close();
              onRevoke(serial);
            }}
          >
            {text("staff-school.revoke")}
          </button>
          <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
            {text("staff-school.keep")}
          </button>
        </p>
      </dialog>
    </>
  );
};

/** A serial number, whose it is, and the button that revokes it. */
export const serialColumns = (
  onRevoke: (serial: string) => void,
): readonly Column<SentSerial>[] => [
  { name: "staff-school.serial", cell: ({ serial }) => <code dir="ltr">{serial}</code> },
  {
    name: "staff-school.owner",
    cell: ({ username, name, registered_by }) => <bdi>{username || name || registered_by}</bdi>,
  },
  { name: "staff-school.seats", cell: (serial) => <Seats serial={serial} /> },
  { name: "staff-school.courses", cell: (serial) => <Courses serial={serial} /> },
  {
    name: "staff-school.revoke",
    cell: (serial) => <Revoke serial={serial} onRevoke={onRevoke} />,
  },
];
