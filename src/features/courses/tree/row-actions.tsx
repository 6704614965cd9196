import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { lessonFilesAddress, textAddress } from "../../../app-context/staff-links.ts";
import type { ContentTree, TreeKind, TreePlace } from "../../../contract/staff-tree.ts";
import { sourceTextPath } from "../../../domain/source-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Menu } from "../../../ui/menu.tsx";
import type { NewEntry } from "./name-dialog.tsx";
import styles from "./tree.module.css";
import { nameIn, parentOf, placeAt, positionOf } from "./tree-model.ts";
import { homesOf, stepBy } from "./tree-moves.ts";
import type { TreeRow } from "./tree-rows.ts";
import { useTree } from "./tree-service.ts";

export const lessonAddress = ({ product, lesson }: TreePlace): string =>
  textAddress(sourceTextPath({ kind: "lesson", product, key: lesson, language: "" }, "en"));

interface RowActionsProps {
  tree: ContentTree;
  /** What is chosen; no group. */
  row: TreeRow;
  label: string;
  isBusy: boolean;
  onAdd: (entry: NewEntry) => void;
  onAsk: (what: "rename" | "move" | "remove" | "course") => void;
  onStep: (by: 1 | -1) => void;
  onCopy: () => void;
}

/** One thing that can be done with a row: a way to another screen, or a change. */
interface RowAction {
  readonly name: string;
  readonly href?: string;
  readonly onClick?: () => void;
  readonly isOff?: boolean;
}

/** How many stand in the bar of a phone. The others are in a menu. */
const MAIN_ACTIONS = 2;

/** What can be done with a row: what somebody most likely wants comes first. */
export const RowActions = ({ tree, row, label, isBusy, ...on }: RowActionsProps) => {
  const text = useText();
  const [, navigate] = useLocation();
  const { onAdd, onAsk, onStep, onCopy } = on;
  /** A chapter behind the one that something stands in. */
  const addChapter = ({ product, course, chapter }: TreePlace) => {
    const own = placeAt("chapter", { product, course, chapter });
    onAdd({ kind: "chapter", under: parentOf(own), at: positionOf(tree, own) + 1 });
  };
  const { place, kind } = row;
  const at = positionOf(tree, place);
  const isPart = kind === "lesson" && place.main !== "";
  const canHold = !row.problem;
  const isOfChapter = kind === "chapter" || kind === "section";
  const add = (added: TreeKind, more: Partial<NewEntry> = {}) => ({
    name: text(more.isPart ? "staff-tree.add-part" : `staff-tree.add-${added}`),
    onClick: () => onAdd({ kind: added, under: place, at: null, ...more }),
  });
  const all: readonly (RowAction | false)[] = [
    kind === "lesson" && { name: text("staff-tree.open"), href: lessonAddress(place) },
    kind === "product" && canHold && add("course"),
    kind === "course" && add("chapter"),
    isOfChapter && add("lesson"),
    isOfChapter && {
      name: text("staff-content.from-files"),
      href: lessonFilesAddress(place.product, {
        chapter: place.chapter,
        section: place.section ?? 0,
      }),
    },
    kind === "chapter" && add("section"),
    kind === "lesson" &&
      !isPart &&
      at >= 0 &&
      add("lesson", { under: parentOf(place), at: at + 1 }),
    kind !== "course" &&
      place.course !== "" &&
      place.chapter !== "" && {
        name: text("staff-tree.add-chapter"),
        onClick: () => addChapter(place),
      },
    row.lesson?.main === true && canHold && add("lesson", { isPart: true }),
    canHold && { name: text("staff-tree.rename"), onClick: () => onAsk("rename") },
    kind === "course" && {
      name: text("staff-tree.course-settings"),
      onClick: () => onAsk("course"),
    },
    at >= 0 && { name: text("staff-tree.up"), onClick: () => onStep(-1), isOff: at === 0 },
    at >= 0 && {
      name: text("staff-tree.down"),
      onClick: () => onStep(1),
      isOff: stepBy(tree, place, 1) === null,
    },
    homesOf(tree, place, () => "").length > 0 && {
      name: text("staff-tree.move-to"),
      onClick: () => onAsk("move"),
    },
    canHold && { name: text("staff-tree.copy"), onClick: onCopy },
    { name: text("staff-editor.remove"), onClick: () => onAsk("remove") },
  ];
  const actions = all.filter((each) => each !== false);
  const act = ({ href, onClick, isOff = false }: RowAction) => {
    if (href) navigate(href);
    else if (!isOff && !isBusy) onClick?.();
  };
  return (
    <div role="toolbar" aria-label={label} className={styles.actions}>
      {actions.map((action, index) => {
        const { name, href, isOff } = action;
        const isFurther = index >= MAIN_ACTIONS || undefined;
        return href ? (
          <Link key={name} href={href} data-further={isFurther}>
            {name}
          </Link>
        ) : (
          <button
            key={name}
            type="button"
            data-further={isFurther}
            aria-disabled={isOff || isBusy || undefined}
            onClick={() => act(action)}
          >
            {name}
          </button>
        );
      })}
      <div className={styles.further}>
        <Menu
          label={text("staff-tree.further")}
          icon={null}
          groups={[
            {
              key: "further",
              items: actions.slice(MAIN_ACTIONS).map((action) => ({
                key: action.name,
                label: action.name,
                disabled: action.isOff === true || isBusy,
                onSelect: () => act(action),
              })),
            },
          ]}
          onMissing={() => {}}
        />
      </div>
      <Details row={row} tree={tree} />
    </div>
  );
};

/** What was done last in the tree, and the way back. */
export const LastChange = ({ onUndo }: { onUndo: () => void }) => {
  const text = useText();
  const { locale } = useIntl();
  const { said, isBusy } = useSnapshot(useTree().state);
  const name = said ? nameIn(said.step.titles, locale).text || "…" : "";
  return (
    <div className={styles.done}>
      <span role="status">
        {said
          ? text(said.isUndone ? "staff-tree.undone" : `staff-tree.other-${said.step.what}`, {
              name,
            })
          : ""}
      </span>
      {said && !said.isUndone ? (
        <button type="button" disabled={isBusy} aria-keyshortcuts="Control+Z" onClick={onUndo}>
          {text("staff-content.undo")}
        </button>
      ) : null}
    </div>
  );
};

/** Keys and numbers, which the school makes by itself, for those who ask. */
const Details = ({ row, tree }: { row: TreeRow; tree: ContentTree }) => {
  const text = useText();
  const { place } = row;
  const product = tree.products.find(({ key }) => key === place.product);
  const facts: Partial<Record<TreeRow["kind"], { key: string; id: number | undefined }>> = {
    product: { key: place.product, id: product?.id },
    course: {
      key: place.course,
      id: product?.courses.find(({ key }) => key === place.course)?.id,
    },
    chapter: { key: place.chapter, id: undefined },
    lesson: { key: place.lesson, id: row.lesson?.id },
  };
  const fact = facts[row.kind];
  if (!fact) return null;
  return (
    <details>
      <summary>{text("staff-tree.details")}</summary>
      <bdi>{fact.key}</bdi>
      {fact.id ? ` · ${text("staff-tree.number", { number: fact.id })}` : ""}
    </details>
  );
};
