import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { ContentTree, TreeChange, TreeKind, TreePlace } from "../../../contract/staff-tree.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { FormDialog, type RowDialogProps } from "./form-dialog.tsx";
import { sentOf, TitlesFields, useWritten } from "./titles-fields.tsx";
import { chapterIn, nameIn, placeAt, productIn } from "./tree-model.ts";
import { LESSON_KINDS, MAX_TITLE } from "./tree-service.ts";

const MAX_DESCRIPTION = 4000;

/** What is to be added, and where. */
export interface NewEntry {
  readonly kind: TreeKind;
  /** Null for a product. */
  readonly under: TreePlace | null;
  /** Its position there; null: the last. */
  readonly at: number | null;
  readonly isPart?: boolean;
}

interface AddDialogProps {
  tree: ContentTree;
  entry: NewEntry;
  /** @returns whether it was added */
  onAdd: (change: TreeChange) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the title of what is new, and what it begins with. */
export const AddDialog = ({ tree, entry, onAdd, onClose }: AddDialogProps) => {
  const text = useText();
  const { locale } = useIntl();
  const [titles, setTitles] = useWritten([]);
  const [chapter, setChapter] = useWritten([]);
  const [isEmpty, setEmpty] = useState(false);
  const [lesson, setLesson] = useState<(typeof LESSON_KINDS)[number]>("lesson");
  const [from, setFrom] = useState("empty");
  const { kind, under } = entry;
  const isCourse = kind === "course" || kind === "product";
  const courses = (under && kind === "course" && productIn(tree, under.product)?.courses) || [];
  const title = text(entry.isPart ? "staff-tree.add-part" : `staff-tree.add-${kind}`);
  const [added, setAdded] = useState("");
  const [notAdded, setNotAdded] = useState<readonly string[]>([]);
  /** How many were sent. */
  const [count, setCount] = useState(0);
  const sending = useRef(Promise.resolve(true));
  const name = titles[tree.languages[0] ?? ""]?.trim() ?? "";

  /** Adds one after another, so that nobody waits before writing the next one. */
  const order = (change: TreeChange): Promise<boolean> => {
    sending.current = sending.current.then(() => onAdd(change));
    return sending.current;
  };

  /** @param isLast whether the dialog is done then; else it asks for the next one */
  const send = async (isLast: boolean) => {
    // Who has added all of them ends with an empty one.
    if (count > 0 && name === "") {
      await sending.current;
      return onClose();
    }
    if (name === "") {
      setEmpty(true);
      return;
    }
    const copied = courses.find(({ key }) => `copy ${key}` === from);
    const begin = copied
      ? placeAt("course", { product: under?.product ?? "", course: copied.key })
      : from === "examples"
        ? from
        : "empty";
    const done = order({
      ...{ do: "add", kind, under, at: entry.at === null ? null : entry.at + count },
      titles: sentOf(tree.languages, titles),
      lesson: kind === "lesson" ? lesson : null,
      from: isCourse ? begin : null,
      ...(isCourse && begin === "empty" && { chapter: sentOf(tree.languages, chapter) }),
    });
    if (isLast) {
      if (await done) onClose();
      return;
    }
    setTitles({});
    setLesson("lesson");
    setCount(count + 1);
    if (await done) setAdded(name);
    else setNotAdded((names) => [...names, name]);
  };
  return (
    <FormDialog
      title={title}
      act={text(isCourse ? "staff-tree.add" : "staff-tree.add-more")}
      more={
        isCourse ? null : (
          <Button quiet onClick={() => send(true)}>
            {text(count > 0 && name === "" ? "staff-tree.add-done" : "staff-tree.add-last")}
          </Button>
        )
      }
      onSubmit={() => {
        const done = send(isCourse);
        return isCourse ? done : undefined;
      }}
      onClose={onClose}
    >
      <p role="status">{added ? text("staff-tree.added", { name: added }) : ""}</p>
      {notAdded.length > 0 ? (
        <p role="alert">{text("staff-tree.not-added", { names: notAdded.join(", ") })}</p>
      ) : null}
      <TitlesFields
        languages={tree.languages}
        label={text("staff-tree.title")}
        maxLength={MAX_TITLE}
        written={titles}
        error={isEmpty ? text("staff-tree.title-missing") : undefined}
        focus={count}
        onWrite={(written) => {
          setTitles(written);
          setEmpty(false);
        }}
      />
      {kind === "lesson" ? (
        <ChoiceField
          label={text("staff-tree.lesson-kind")}
          value={lesson}
          options={LESSON_KINDS.filter((each) => !entry.isPart || each !== "main").map(
            (each) => [each, text(`staff-tree.kind-${each}`)] as const,
          )}
          onChange={setLesson}
        />
      ) : null}
      {isCourse ? (
        <ChoiceField
          label={text("staff-tree.begin-with")}
          value={from}
          options={[
            ["empty", text("staff-tree.begin-empty")],
            ["examples", text("staff-tree.begin-examples")],
            ...courses.map(
              (course) =>
                [
                  `copy ${course.key}`,
                  text("staff-tree.begin-copy", {
                    name: nameIn(course.titles, locale).text || course.key,
                  }),
                ] as const,
            ),
          ]}
          onChange={setFrom}
        />
      ) : null}
      {isCourse && from === "empty" ? (
        <TitlesFields
          // Its other languages follow with its lessons.
          languages={tree.languages.slice(0, 1)}
          label={text("staff-tree.first-chapter")}
          maxLength={MAX_TITLE}
          written={chapter}
          onWrite={setChapter}
        />
      ) : null}
    </FormDialog>
  );
};

/** The titles of something in all languages side by side; of chapters and products also what they are about. */
export const RenameDialog = ({ tree, row, onChange, onClose }: RowDialogProps) => {
  const text = useText();
  const [titles, setTitles] = useWritten(row.titles);
  const product = productIn(tree, row.place.product);
  const described =
    row.kind === "chapter"
      ? chapterIn(product, row.place.chapter)?.descriptions
      : row.kind === "product"
        ? product?.descriptions
        : undefined;
  const [descriptions, setDescriptions] = useWritten(described ?? []);
  const [isEmpty, setEmpty] = useState(false);
  const title = text("staff-tree.rename");

  const send = async () => {
    if (!titles[tree.languages[0] ?? ""]?.trim()) {
      setEmpty(true);
      return;
    }
    const isDone = await onChange({
      ...{ do: "name", place: row.place, titles: sentOf(tree.languages, titles) },
      descriptions: described ? sentOf(tree.languages, descriptions) : null,
    });
    if (isDone) onClose();
  };
  return (
    <FormDialog title={title} act={text("staff-editor.save")} onSubmit={send} onClose={onClose}>
      <TitlesFields
        languages={tree.languages}
        label={text("staff-tree.title")}
        maxLength={MAX_TITLE}
        written={titles}
        error={isEmpty ? text("staff-tree.title-missing") : undefined}
        focus={0}
        onWrite={(written) => {
          setTitles(written);
          setEmpty(false);
        }}
      />
      {described ? (
        <TitlesFields
          languages={tree.languages}
          label={text("staff-tree.description")}
          maxLength={MAX_DESCRIPTION}
          written={descriptions}
          onWrite={setDescriptions}
        />
      ) : null}
    </FormDialog>
  );
};
