import { useIntl } from "react-intl";
import { Link } from "wouter";
import { handInPath, messageOfStudentPath } from "../../../app-context/desk-links.ts";
import type { DeskStudentPage } from "../../../contract/desk-students.ts";
import { translated } from "../../../domain/translated.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./student-screen.module.css";

const STATES = {
  uploaded: "desk-students.hand-in-waits",
  accepted: "assignments.state-accepted",
  returned: "assignments.state-returned",
} as const satisfies Record<DeskStudentPage["hand_ins"][number]["state"], MessageId>;

const useDay = () => {
  const { formatDate } = useIntl();
  return (date: string | null) => (date ? formatDate(date, { dateStyle: "medium" }) : "");
};

/** The hand-ins of a student, the latest first. Each leads to the work on it. */
export const StudentHandIns = ({ handIns }: { handIns: DeskStudentPage["hand_ins"] }) => {
  const text = useText();
  const { locale } = useIntl();
  const day = useDay();
  if (handIns.length === 0) return <p>{text("desk-students.hand-ins-none")}</p>;
  return (
    <ul className="rows">
      {handIns.map((handIn) => (
        <li key={handIn.id}>
          <Link className={styles.link} href={handInPath(handIn.id)}>
            <bdi>{translated(handIn, "title", locale)}</bdi>
          </Link>
          <p>
            {text(STATES[handIn.state])} · {day(handIn.date)}
          </p>
          {handIn.comment ? (
            <p className={styles.words} dir="auto">
              {handIn.comment}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
};

/** The conversations with a student, the latest first. */
export const StudentConversations = ({
  student,
  conversations,
}: Pick<DeskStudentPage, "student" | "conversations">) => {
  const text = useText();
  const day = useDay();
  if (conversations.length === 0) return <p>{text("desk-students.conversations-none")}</p>;
  return (
    <ul className="rows">
      {conversations.map(({ id, subject, date, waiting }) => (
        <li key={id}>
          <Link className={styles.link} href={messageOfStudentPath(id, student.id)}>
            <bdi>{subject.trim() || text("desk.no-subject")}</bdi>
          </Link>
          <p>
            {waiting ? `${text("desk-students.hand-in-waits")} · ` : null}
            {day(date)}
          </p>
        </li>
      ))}
    </ul>
  );
};
