import type { DeskStudent } from "../../../contract/desk.ts";
import { useText } from "../../../i18n/use-text.ts";
import { type Flag, Flags } from "../../../ui/flags.tsx";

/** What a tutor should know of a student at the first glance. */
export const StudentFlags = ({ student }: { student: DeskStudent }) => {
  const text = useText();
  const flags: Flag[] = [];
  if (student.stuck) flags.push({ text: text("desk-students.is-stuck"), tone: "warning" });
  if (student.new) flags.push({ text: text("desk-students.is-new"), tone: "good" });
  if (student.ending) flags.push({ text: text("desk-students.is-ending") });
  return <Flags flags={flags} />;
};
