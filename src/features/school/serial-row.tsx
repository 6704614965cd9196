import { useRef } from "react";
import type { SentSerial } from "../../contract/staff-school.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./school.module.css";

export interface SerialRowProps {
  serial: SentSerial;
  onRevoke: (serial: string) => Promise<void>;
}

/** A serial number, with a button that revokes it once somebody has said so twice. */
export const SerialRow = ({ serial, onRevoke }: SerialRowProps) => {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const { username, name, courses, registered_by } = serial;
  const isOwn = username !== "";
  const all = isOwn ? "staff-school.own-courses" : "staff-school.all-courses";
  return (
    <tr>
      <th scope="row">
        <code dir="ltr">{serial.serial}</code>
      </th>
      <td>
        <bdi>{username || name || registered_by}</bdi>
      </td>
      <td>{text("staff-school.seats-taken", { taken: serial.taken, seats: serial.seats })}</td>
      <td>{courses === null ? text(all) : <bdi>{courses.join(", ")}</bdi>}</td>
      <td>
        {serial.revoked ? (
          text("staff-school.revoked")
        ) : (
          <>
            <button
              type="button"
              className="button quiet"
              aria-label={`${text("staff-school.revoke")} ${serial.serial.slice(0, 8)}`}
              onClick={() => dialog.current?.showModal()}
            >
              {text("staff-school.revoke")}
            </button>
            <dialog ref={dialog} className={styles.sure} aria-label={text("staff-school.revoke")}>
              <p>{text("staff-school.revoke-sure", { serial: serial.serial })}</p>
              <p className={styles.acts}>
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    dialog.current?.close();
                    void onRevoke(serial.serial);
                  }}
                >
                  {text("staff-school.revoke")}
                </button>
                <button
                  type="button"
                  className="button quiet"
                  onClick={() => dialog.current?.close()}
                >
                  {text("staff-school.keep")}
                </button>
              </p>
            </dialog>
          </>
        )}
      </td>
    </tr>
  );
};
