import { useIntl } from "react-intl";
import type { ContentVersion } from "../../contract/staff-content.ts";
import type { EntryKind } from "../../contract/staff-entries.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./content.module.css";
import { MAX_NOTE } from "./content-service.ts";

/** The kinds of entries, and what each is called. */
export const ENTRY_LISTS = [
  ["announcement", "announcements.label"],
  ["term", "glossary.title"],
  ["question", "faq.title"],
] as const satisfies readonly (readonly [EntryKind, MessageId])[];

/** A longer list helps nobody. */
export const MAX_SHOWN = 100;

/** How many entries a list has that are not shown, if there are any. */
export const More = ({ count }: { count: number }) => {
  const text = useText();
  return count > 0 ? <p>{text("staff-content.more", { count })}</p> : null;
};

/** The files that a message is about. */
export const PathList = ({ paths }: { paths: readonly string[] }) =>
  paths.length > 0 ? (
    <>
      <ul>
        {paths.slice(0, MAX_SHOWN).map((path) => (
          <li key={path}>
            <bdi className={styles.path}>{path}</bdi>
          </li>
        ))}
      </ul>
      <More count={paths.length - MAX_SHOWN} />
    </>
  ) : null;

interface NoteFieldProps {
  note: string;
  onNote: (note: string) => void;
}

/** What somebody says of what they publish. */
export const NoteField = ({ note, onNote }: NoteFieldProps) => {
  const text = useText();
  return (
    <TextArea
      label={text("staff-content.note")}
      rows={2}
      maxLength={MAX_NOTE}
      value={note}
      onChange={onNote}
    />
  );
};

/** The names of languages in the language of the app, such as `German`. */
export const useLanguageName = (): ((code: string) => string) => {
  const { locale } = useIntl();
  const names = new Intl.DisplayNames(locale, { type: "language" });
  return (code) => names.of(code) ?? code;
};

const MEGABYTE = 1024 * 1024;

/** What is said of a draft and of a version: who has made it, when, and how large it is. */
export const useVersionWords = () => {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  return {
    maker: ({ actor, by }: Pick<ContentVersion, "actor" | "by">): string => {
      if (actor === "person") return by || text("staff-content.by-nobody");
      return text(actor === "command" ? "staff-content.by-command" : "staff-content.by-school");
    },
    moment: (date: string | null): string =>
      formatDate(date ?? 0, { dateStyle: "medium", timeStyle: "short" }),
    size: ({ files, bytes }: Pick<ContentVersion, "files" | "bytes">): string =>
      text("staff-content.files", {
        count: files,
        megabytes: formatNumber(bytes / MEGABYTE, { maximumFractionDigits: 1 }),
      }),
  };
};
