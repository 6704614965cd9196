import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import type { TreeChange, TreeCourse } from "../../../contract/staff-tree.ts";
import type { Failure, FailureTable } from "../../../core/match-failure.ts";
import { MAX_SOURCE_PICTURE_BYTES } from "../../../domain/source-path.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckList } from "../../../ui/check-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { useLanguageName } from "../content-words.tsx";
import { ShownFile } from "../editor/shown-file.tsx";
import { sendFile } from "../send-file.ts";
import { FormDialog, type RowDialogProps } from "./form-dialog.tsx";
import styles from "./tree.module.css";
import { chapterIn, courseOf, nameIn, productIn } from "./tree-model.ts";

/** Safari makes the first one of a HEIC. */
const PICTURES = ".jpg,.jpeg,.png,.webp,.svg";

type Sent = Extract<TreeChange, { do: "course" }>;
type SentFile = NonNullable<Sent["picture"]>;
type FileFailure = Failure<"too-large" | "unreadable">;

const FILE_MESSAGES = {
  "too-large": "staff-editor.picture-too-large",
  unreadable: "staff-tree.file-unreadable",
  else: "staff-tree.file-not-sent",
} as const satisfies FailureTable<"too-large" | "unreadable">;

interface FileRowProps {
  label: string;
  /** Where it lies, and its name; empty: there is none. */
  product: string;
  folder: "icons" | "assets";
  name: string;
  onFile: (file: SentFile | null) => void;
}

/** One file of a course: its name, and buttons to choose another one or to go without. */
const FileRow = ({ label, product, folder, name, onFile }: FileRowProps) => {
  const text = useText();
  const id = useId();
  const { send } = useApp().transport;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<FileFailure | null>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [isOpen, setOpen] = useState(false);
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    setFailure(null);
    if (file.size > MAX_SOURCE_PICTURE_BYTES) {
      setFailure({ kind: "too-large" });
      return;
    }
    setSending(true);
    const sent = await sendFile(send, file);
    setSending(false);
    if (sent.ok) {
      setChosen(file);
      onFile({ name: file.name, ...sent.value });
    } else setFailure(sent.failure ?? { kind: "unreadable" });
  };
  // A course has a sheet for each of its parts and languages: they are opened one by one.
  const isSheet = folder === "assets";
  const shown = <ShownFile {...{ product, folder, name }} file={chosen} />;
  return (
    <div className={styles.file}>
      <span id={id}>
        {label}: <bdi>{name || text("staff-tree.no-file")}</bdi>
      </span>
      <FileButton
        quiet
        label={text(isSending ? "staff-tree.sending" : "staff-tree.choose-file")}
        accept={isSheet ? ".pdf" : PICTURES}
        disabled={isSending}
        describedBy={id}
        onFiles={(files) => void take(files)}
      />
      {name ? (
        <Button
          quiet
          aria-describedby={id}
          onClick={() => {
            setChosen(null);
            onFile(null);
          }}
        >
          {text("staff-tree.no-file-act")}
        </Button>
      ) : null}
      {isSheet && name && !chosen ? (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{text("staff-tree.show-file")}</summary>
          {isOpen ? shown : null}
        </details>
      ) : (
        shown
      )}
      <FailureNotice failure={failure} messages={FILE_MESSAGES} />
    </div>
  );
};

/** What a course shows: its chapters, how many lessons a week, its picture and its printable sheets. */
export const CourseDialog = (props: RowDialogProps) => {
  const course = courseOf(props.tree, props.row.place);
  return course ? <CourseForm {...props} course={course} /> : null;
};

const CourseForm = ({
  tree,
  row: { place },
  course,
  onChange,
  onClose,
}: RowDialogProps & { course: TreeCourse }) => {
  const text = useText();
  const { locale } = useIntl();
  const languageName = useLanguageName();
  const product = productIn(tree, place.product);
  const [chapters, setChapters] = useState(course.chapters);
  const [target, setTarget] = useState(String(course.weekly_target || 3));
  const [picture, setPicture] = useState<SentFile | null | undefined>(undefined);
  const [sheets, setSheets] = useState<Sent["sheets"]>([]);
  const title = text("staff-tree.course-settings");
  const isWrong = !/^[1-9]\d{0,2}$/.test(target.trim());
  const [isTried, setTried] = useState(false);
  const titleOf = (key: string) =>
    nameIn(chapterIn(product, key)?.titles ?? [], locale).text || "…";
  // The chapters that it shows stand in its order, the others behind them.
  const all = [
    ...course.chapters,
    ...(product?.chapters.map(({ key }) => key).filter((key) => !course.chapters.includes(key)) ??
      []),
  ];
  const packages =
    course.packages.length > 0
      ? course.packages
      : [{ id: 0, sheets: [], chapters: course.chapters }];

  const sheetOf = (id: number, language: string): string => {
    const changed = sheets.find((each) => each.package === id && each.language === language);
    if (changed) return changed.file?.name ?? "";
    const own = packages.find((each) => each.id === id)?.sheets ?? [];
    const [first] = tree.languages;
    return (
      own.find((each) => each.language === language || (each.language === "" && language === first))
        ?.name ?? ""
    );
  };

  const send = async () => {
    setTried(true);
    if (isWrong) return;
    const isDone = await onChange({
      ...{ do: "course", place, chapters: all.filter((key) => chapters.includes(key)) },
      ...{ weekly_target: Number(target), sheets },
      ...(picture !== undefined && { picture }),
    });
    if (isDone) onClose();
  };
  return (
    <FormDialog title={title} act={text("staff-editor.save")} onSubmit={send} onClose={onClose}>
      <CheckList
        legend={text("staff-tree.course-chapters")}
        className={styles.checks}
        options={all.map((key) => ({ value: key, name: titleOf(key) }))}
        chosen={chapters}
        onChange={setChapters}
      >
        {all.length === 0 ? <p>{text("staff-tree.course-no-chapters")}</p> : null}
      </CheckList>
      <Field
        label={text("staff-tree.weekly-target")}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        maxLength={3}
        value={target}
        error={isTried && isWrong ? text("staff-tree.weekly-target-wrong") : undefined}
        onChange={(event) => setTarget(event.currentTarget.value)}
      />
      <FileRow
        label={text("staff-tree.course-picture")}
        product={place.product}
        folder="icons"
        name={picture === undefined ? course.picture : (picture?.name ?? "")}
        onFile={setPicture}
      />
      {packages.map((each, at) =>
        tree.languages.map((language) => (
          <FileRow
            key={`${each.id} ${language}`}
            product={place.product}
            folder="assets"
            label={text(
              packages.length > 1 ? "staff-tree.course-sheet-part" : "staff-tree.course-sheet",
              { language: languageName(language), part: at + 1 },
            )}
            name={sheetOf(each.id, language)}
            onFile={(file) =>
              setSheets((before) => [
                ...before.filter(
                  (sheet) => sheet.package !== each.id || sheet.language !== language,
                ),
                { package: each.id, language, file },
              ])
            }
          />
        )),
      )}
    </FormDialog>
  );
};
