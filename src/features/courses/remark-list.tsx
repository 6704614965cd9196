import { Link } from "wouter";
import {
  entriesAddress,
  publicPageAddress,
  STAFF_SCHOOL,
  textAddress,
  treeAddress,
} from "../../app-context/staff-links.ts";
import type { Remark, RemarkCode } from "../../contract/remark.ts";
import { sourceTextPath } from "../../domain/source-text.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./content.module.css";
import { More, useLanguageName } from "./content-words.tsx";

/** What is said of each kind. */
const WORDS = {
  "title/missing": "staff-content.remark-title-missing",
  "text/missing": "staff-content.remark-text-missing",
  "field/missing": "staff-content.remark-field-missing",
  "value/wrong": "staff-content.remark-value-wrong",
  "field/unknown": "staff-content.remark-field-unknown",
  "id/taken": "staff-content.remark-id-taken",
  "key/taken": "staff-content.remark-key-taken",
  "target/unknown": "staff-content.remark-target-unknown",
  "file/missing": "staff-content.remark-file-missing",
  "file/wrong": "staff-content.remark-file-wrong",
  "file/unused": "staff-content.remark-file-unused",
  "file/misnamed": "staff-content.remark-file-misnamed",
  "address/outside": "staff-content.remark-address-outside",
  "html/refused": "staff-content.remark-html-refused",
  "picture/undescribed": "staff-content.remark-picture-undescribed",
  "link/empty": "staff-content.remark-link-empty",
  "number/wrong": "staff-content.remark-number-wrong",
  "page/heading": "staff-content.remark-page-heading",
  "pages/differ": "staff-content.remark-pages-differ",
  "part/misplaced": "staff-content.remark-part-misplaced",
  "parts/missing": "staff-content.remark-parts-missing",
  "translation/alone": "staff-content.remark-translation-alone",
  "lesson/unused": "staff-content.remark-lesson-unused",
  "course/empty": "staff-content.remark-course-empty",
  "text/odd": "staff-content.remark-text-odd",
  other: "staff-content.remark-other",
} as const satisfies Record<RemarkCode, MessageId>;

/** Kinds whose words leave something open, which the check's own sentence says. */
const OPEN: ReadonlySet<RemarkCode> = new Set(["value/wrong", "text/odd", "other"]);

/** The names of fields as forms have them, by the end of their place. */
const FIELDS: Readonly<Record<string, MessageId>> = {
  title: "staff-content.field-title",
  descr: "staff-content.field-description",
  description: "staff-content.field-description",
  text: "staff-editor.text",
  criteria: "staff-content.field-criteria",
  icon: "staff-content.field-picture",
  image: "staff-content.field-picture",
  weeklyTarget: "staff-content.field-target",
  term: "staff-editor.entry-word",
  definition: "staff-editor.entry-definition",
  category: "staff-editor.entry-category",
  question: "staff-editor.entry-question",
  answer: "staff-editor.entry-answer",
  body: "staff-editor.entry-body",
};

/**
 * Where a remark leads; null for one about a file that no form edits.
 * @param first the school's first language
 */
const remarkAddress = ({ file, place }: Remark, first: string): string | null => {
  const { product, lesson, instruction, chapter, course, field, entry } = place;
  if (entry) return entriesAddress(entry, place.at ?? undefined);
  if (lesson || instruction) {
    const at = { product, key: lesson || instruction, language: "" } as const;
    const text = sourceTextPath(
      { kind: lesson ? "lesson" : "instruction", ...at },
      place.language || first,
      first,
    );
    return textAddress(text);
  }
  if (course && field.startsWith("public")) return publicPageAddress(product, course, place.name);
  if (product)
    return field || file.endsWith(".yaml")
      ? treeAddress(product, { chapter, course, field })
      : null;
  return file === "school.yaml" ? STAFF_SCHOOL : null;
};

/** One remark: what it is about, which leads there, and what is the matter. */
const RemarkItem = ({ remark }: { remark: Remark }) => {
  const text = useText();
  const languageName = useLanguageName();
  const [, first = ""] = useReads();
  const { code, file, message, place } = remark;
  const language = place.language ? languageName(place.language) : "";
  const values = Object.fromEntries(remark.values.map(({ name, text: words }) => [name, words]));
  const fieldOf = (path: string) => {
    const known = path.split(/[/.]/).findLast((name) => FIELDS[name]);
    const id = known && FIELDS[known];
    return id ? text(id) : "";
  };
  const label = [place.name || place.lesson || place.instruction, fieldOf(place.field), language]
    .filter(Boolean)
    .join(" · ");
  const isField = code === "field/missing" || code === "value/wrong";
  const name = (isField && fieldOf(values.name ?? "")) || (values.name ?? "");
  const address = remarkAddress(remark, first);
  const shown = label || (file === "." ? "" : file);
  return (
    <li>
      {address && shown ? (
        <Link href={address}>
          <bdi>{shown}</bdi>
        </Link>
      ) : (
        <bdi className={styles.path}>{shown}</bdi>
      )}
      {shown ? ": " : null}
      {text(WORDS[code], {
        ...{ language: language || languageName(first), name, id: "", owner: "" },
        ...{ stated: "", right: "", count: 0, original: 0 },
        ...values,
        ...(isField && { name }),
        ...(code === "pages/differ" && { count: Number(values.count) }),
      })}{" "}
      {values.near ? text("staff-content.remark-near", { name: values.near }) : null}
      {OPEN.has(code) ? (
        <small lang="en" dir="ltr" className={styles.message}>
          {message}
        </small>
      ) : null}
    </li>
  );
};

interface RemarkListProps {
  /** What the list is called. */
  name: string;
  remarks: readonly Remark[];
  /** How many there are; the list may end earlier. */
  count: number;
}

/** The remarks of a check in words of the forms, each with the way to its field. */
export const RemarkList = ({ name, remarks, count }: RemarkListProps) => (
  <>
    <ul className={styles.remarks} aria-label={name}>
      {remarks.map((remark) => (
        <RemarkItem key={`${remark.file} ${remark.line} ${remark.message}`} remark={remark} />
      ))}
    </ul>
    <More count={count - remarks.length} />
  </>
);
