import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { CoursesNote } from "../../../app-context/folder-form.tsx";
import { useRemarkWords } from "../../../app-context/remark-words.ts";
import { STAFF_ENTRIES, textAddress } from "../../../app-context/staff-links.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import type { ContentTree, TreeChange, TreePlace } from "../../../contract/staff-tree.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { BeginForm } from "./begin-form.tsx";
import { CourseDialog } from "./course-dialog.tsx";
import { NotChanged } from "./form-dialog.tsx";
import { LessonSearch } from "./lesson-search.tsx";
import { AddDialog, type NewEntry, RenameDialog } from "./name-dialog.tsx";
import { MoveDialog, RemoveDialog } from "./place-dialogs.tsx";
import { LastChange, lessonAddress, RowActions } from "./row-actions.tsx";
import { OutdatedTranslations, SchoolTexts } from "./school-texts.tsx";
import styles from "./tree.module.css";
import { useTreeMemory } from "./tree-memory.ts";
import { idOf, nameIn, placeNamed } from "./tree-model.ts";
import { dropOn, stepBy } from "./tree-moves.ts";
import { rowsOf, type TreeRow } from "./tree-rows.ts";
import { type TreeService, useTree } from "./tree-service.ts";
import { TreeView, useRowWords } from "./tree-view.tsx";

const DIALOGS = {
  rename: RenameDialog,
  move: MoveDialog,
  remove: RemoveDialog,
  course: CourseDialog,
} as const;

type OpenDialog =
  | { readonly what: "add"; readonly entry: NewEntry }
  | { readonly what: keyof typeof DIALOGS; readonly row: TreeRow };

/** The products, courses, chapters and lessons of the school as one tree, in which all of it is built. */
const TreeScreen = () => {
  const service = useTree();
  const text = useText();
  const { resource } = service;
  const { value: tree, failure } = useSnapshot(resource.state) as typeof resource.state;
  useScreenTitle(text("staff-editor.name"));
  useEffect(() => void resource.refresh(), [resource]);
  return (
    <>
      <h1>{text("staff-editor.name")}</h1>
      <p>
        <Link href={STAFF_ENTRIES}>{text("staff-editor.entries")}</Link>
      </p>
      <FailureNotice
        failure={tree ? null : failure}
        messages={staffFailures}
        onRetry={() => void resource.refresh()}
      />
      {tree || failure ? null : <p role="status">{text("staff-content.loading")}</p>}
      {tree?.state === "no-folder" ? (
        <CoursesNote>{text("staff-editor.no-source")}</CoursesNote>
      ) : null}
      {tree?.state === "empty" ? <BeginForm tree={tree} service={service} /> : null}
      {tree?.state === "ready" ? <Content tree={tree} service={service} /> : null}
    </>
  );
};

export default TreeScreen;

interface ContentProps {
  tree: ContentTree;
  service: TreeService;
}

const Problem = ({
  path,
  problem,
}: {
  path: string;
  problem: NonNullable<ContentTree["problem"]>;
}) => {
  const text = useText();
  const wordsOf = useRemarkWords();
  return (
    <p className={styles.conflict} role="alert">
      {text("staff-tree.file-problem", { line: problem.line })} {wordsOf(problem)}{" "}
      <Link href={`${textAddress(path)}&unreadable=1`}>{text("staff-editor.entry-as-text")}</Link>
    </p>
  );
};

const Content = ({ tree, service }: ContentProps) => {
  const text = useText();
  const { locale } = useIntl();
  const [, navigate] = useLocation();
  const words = useRowWords();
  const frame = useRef<HTMLDivElement>(null);
  const { open, chosen, others, conflict, isBusy } = useSnapshot(service.state);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const rows = useMemo(() => {
    // A school with one product and few courses shows them at once.
    const isOpen = (id: string) =>
      open[id] ?? (tree.products.length === 1 && id.startsWith("product/"));
    return rowsOf(tree, isOpen);
  }, [tree, open]);
  const shownOpen = useMemo(() => {
    const parents = new Set(rows.map(({ parent }) => parent));
    return Object.fromEntries(rows.flatMap(({ id }) => (parents.has(id) ? [[id, true]] : [])));
  }, [rows]);

  const sought = useRef("");
  const showAndFocus = (place: TreePlace) => {
    sought.current = idOf(place);
    service.show(tree, place);
  };
  useEffect(() => {
    if (sought.current === "") return;
    const row = `[role=treeitem][data-id="${CSS.escape(sought.current)}"]`;
    const found = frame.current?.querySelector<HTMLElement>(row);
    if (!found) return;
    sought.current = "";
    found.focus();
  });

  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what an address names is chosen once
  useEffect(() => {
    const query = new URLSearchParams(search);
    const named = (name: string) => query.get(name) ?? "";
    const field = named("field");
    const place = placeNamed(tree, {
      ...{ product: named("product"), chapter: named("chapter"), course: named("course") },
      ...{ lesson: named("lesson"), field },
    });
    if (!place) return;
    showAndFocus(place);
    const row = rowsOf(tree, () => true).find(({ id }) => id === idOf(place));
    const isSetting = place.kind === "course" && !field.startsWith("title");
    if (row && field) setDialog({ what: isSetting ? "course" : "rename", row });
  }, [search]);
  useEffect(() => service.sayNothing(), [service]);
  const dock = useRef<HTMLDivElement>(null);
  // What is scrolled into view is above the bar at the lower edge, and so is the way to the top.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty("--bar", `${dock.current?.offsetHeight ?? 0}px`),
    );
    if (dock.current) observer.observe(dock.current);
    return () => {
      observer.disconnect();
      style.removeProperty("--bar");
    };
  }, []);
  // What somebody else has done is said beside the tree.
  useEffect(() => {
    if (conflict) setDialog(null);
  }, [conflict]);
  const focusChosen = (options?: FocusOptions) =>
    frame.current
      ?.querySelector<HTMLElement>("[role=treeitem][aria-selected=true]")
      ?.focus(options);
  useTreeMemory(service, search !== "", () => focusChosen({ preventScroll: true }));
  /** Whether a dialog has changed the tree, so that its button may be gone. */
  const hasChanged = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a dialog is opened or closed
  useEffect(() => {
    service.forgetFailure();
    if (dialog || !hasChanged.current) return;
    hasChanged.current = false;
    focusChosen();
  }, [dialog]);

  const isEditable = (row: TreeRow) => row.kind !== "chapters" && row.kind !== "lessons";
  const { change } = service;
  const changeByDialog = async (wanted: TreeChange) => {
    const isDone = await change(wanted);
    hasChanged.current ||= isDone;
    return isDone;
  };
  const step = (row: TreeRow, by: 1 | -1) => {
    const wanted = isEditable(row) ? stepBy(tree, row.place, by) : null;
    if (wanted) void change(wanted);
  };
  const ask = (what: keyof typeof DIALOGS, row: TreeRow) => {
    if (isEditable(row) && !(row.problem && what === "rename")) setDialog({ what, row });
  };
  const undo = () =>
    void service.undo().then(() => {
      // The button is gone.
      if (!document.activeElement?.matches("[role=treeitem]")) focusChosen();
    });
  const add = (entry: NewEntry) => setDialog({ what: "add", entry });

  const asked = dialog?.what === "add" ? null : dialog;
  const Dialog = asked && DIALOGS[asked.what];
  const acted = rows.find((row) => row.id === chosen && isEditable(row));
  return (
    <>
      {tree.draft ? (
        <CoursesNote className={styles.conflict}>{text("staff-editor.unpublished")}</CoursesNote>
      ) : null}
      {tree.problem ? <Problem path="school.yaml" problem={tree.problem} /> : null}
      {tree.products.map(({ key, problem }) =>
        problem ? <Problem key={key} path={`${key}/course.yaml`} problem={problem} /> : null,
      )}
      <ConflictNotice service={service} />
      <div role="status">
        {others.length > 0 ? (
          <p className={styles.conflict}>
            {text("staff-tree.others", {
              names: others
                .slice(0, 5)
                .map(({ titles }) => nameIn(titles, locale).text)
                .join(", "),
            })}
          </p>
        ) : null}
      </div>
      <NotChanged />
      <LessonSearch tree={tree} addressOf={lessonAddress} onShow={showAndFocus} />
      <div ref={frame} className={styles.frame}>
        <TreeView
          rows={rows}
          open={shownOpen}
          chosen={chosen}
          label={text("staff-tree.name")}
          onChoose={service.choose}
          onToggle={service.toggle}
          onEnter={(row) => {
            if (row.kind === "lesson") navigate(lessonAddress(row.place));
            else if (row.hasChildren) service.toggle(row.id, !shownOpen[row.id]);
            else ask("rename", row);
          }}
          onOpen={(row) => {
            if (row.kind === "lesson") navigate(lessonAddress(row.place));
          }}
          onRename={(row) => ask("rename", row)}
          onRemove={(row) => ask("remove", row)}
          onStep={step}
          onUndo={undo}
          dropOn={(dragged, row, isLower) => {
            const found = isEditable(dragged) ? dropOn(tree, dragged.place, row, isLower) : null;
            return found && { row: row.id, ...found };
          }}
          onDrop={(drop) => void change(drop.change)}
        />
        <div ref={dock} className={styles.dock}>
          <LastChange onUndo={undo} />
          {acted ? (
            <RowActions
              tree={tree}
              row={acted}
              label={text("staff-tree.actions", { name: words(acted).name })}
              isBusy={isBusy}
              onAdd={add}
              onAsk={(what) => ask(what, acted)}
              onStep={(by) => step(acted, by)}
              onCopy={() => void change({ do: "copy", place: acted.place })}
            />
          ) : null}
        </div>
      </div>
      <p className={styles.bar}>
        <Button quiet onClick={() => add({ kind: "product", under: null, at: null })}>
          {text("staff-tree.add-product")}
        </Button>
      </p>
      <OutdatedTranslations />
      <SchoolTexts />
      {dialog?.what === "add" ? (
        <AddDialog
          tree={tree}
          entry={dialog.entry}
          onAdd={changeByDialog}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {asked && Dialog ? (
        <Dialog
          tree={tree}
          row={asked.row}
          name={words(asked.row).name}
          onChange={changeByDialog}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
};

/** What somebody else has done meanwhile to what one wanted to change. Nothing of it is lost. */
const ConflictNotice = ({ service }: { service: TreeService }) => {
  const text = useText();
  const { locale } = useIntl();
  const { conflict } = useSnapshot(service.state);
  if (!conflict) return null;
  return (
    <section className={styles.conflict} role="alert">
      <h2>{text("staff-tree.conflict")}</h2>
      <ul>
        {conflict.differences.slice(0, 20).map(({ id, what, titles }) => (
          <li key={id}>
            {text(`staff-tree.other-${what}`, { name: nameIn(titles, locale).text || "…" })}
          </li>
        ))}
      </ul>
      <p>{text(conflict.change ? "staff-tree.conflict-hint" : "staff-tree.conflict-gone")}</p>
      <p className={styles.buttons}>
        {conflict.change ? (
          <Button onClick={() => service.doAnyway()}>{text("staff-tree.do-anyway")}</Button>
        ) : null}
        <Button quiet onClick={service.leaveIt}>
          {text("staff-tree.leave-it")}
        </Button>
      </p>
    </section>
  );
};
