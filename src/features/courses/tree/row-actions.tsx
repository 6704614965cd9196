import { Link } from "wouter";
import { lessonFilesAddress, textAddress } from "../../../app-context/staff-links.ts";
import type { ContentTree, TreePlace } from "../../../contract/staff-tree.ts";
import { sourceTextPath } from "../../../domain/source-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { NewEntry } from "./name-dialog.tsx";
import { homesOf, parentOf, placeAt, positionOf, stepBy, type TreeRow } from "./tree-model.ts";

export const lessonAddress = ({ product, lesson }: TreePlace): string =>
  textAddress(sourceTextPath({ kind: "lesson", product, key: lesson, language: "" }, "en"));

interface RowActionsProps {
  tree: ContentTree;
  /** What is chosen; no group. */
  row: TreeRow;
  isBusy: boolean;
  onAdd: (entry: NewEntry) => void;
  onAsk: (what: "rename" | "move" | "remove" | "course") => void;
  onStep: (by: 1 | -1) => void;
  onCopy: () => void;
}

/** The buttons of what can be done to a row. */
export const RowActions = ({ tree, row, isBusy, ...on }: RowActionsProps) => {
  const text = useText();
  const { onAdd, onAsk, onStep, onCopy } = on;
  /** A chapter behind the one that something stands in. */
  const addChapter = ({ product, course, chapter }: TreePlace) => {
    const own = placeAt("chapter", { product, course, chapter });
    onAdd({ kind: "chapter", under: parentOf(own), at: positionOf(tree, own) + 1 });
  };
  const act = (label: string, onClick: () => void, isOff = false) => (
    <button
      type="button"
      aria-disabled={isOff || isBusy || undefined}
      onClick={() => {
        if (!isOff && !isBusy) onClick();
      }}
    >
      {label}
    </button>
  );
  const { place, kind } = row;
  const at = positionOf(tree, place);
  const isPart = kind === "lesson" && place.main !== "";
  const isMain = row.lesson?.main === true;
  const under = parentOf(place);
  const canHold = !row.problem;
  return (
    <>
      {kind === "lesson" ? (
        <Link href={lessonAddress(place)}>{text("staff-tree.open")}</Link>
      ) : null}
      {kind === "product" && canHold
        ? act(text("staff-tree.add-course"), () =>
            onAdd({ kind: "course", under: place, at: null }),
          )
        : null}
      {kind === "course"
        ? act(text("staff-tree.add-chapter"), () =>
            onAdd({ kind: "chapter", under: place, at: null }),
          )
        : null}
      {kind === "chapter" || kind === "section"
        ? act(text("staff-tree.add-lesson"), () =>
            onAdd({ kind: "lesson", under: place, at: null }),
          )
        : null}
      {kind === "chapter" || kind === "section" ? (
        <Link
          href={lessonFilesAddress(place.product, {
            chapter: place.chapter,
            section: place.section ?? 0,
          })}
        >
          {text("staff-content.from-files")}
        </Link>
      ) : null}
      {kind === "chapter"
        ? act(text("staff-tree.add-section"), () =>
            onAdd({ kind: "section", under: place, at: null }),
          )
        : null}
      {kind === "lesson" && !isPart && at >= 0
        ? act(text("staff-tree.add-lesson"), () => onAdd({ kind: "lesson", under, at: at + 1 }))
        : null}
      {kind !== "course" && place.course !== "" && place.chapter !== ""
        ? act(text("staff-tree.add-chapter"), () => addChapter(place))
        : null}
      {isMain && canHold
        ? act(text("staff-tree.add-part"), () =>
            onAdd({ kind: "lesson", under: place, at: null, isPart: true }),
          )
        : null}
      {canHold ? act(text("staff-tree.rename"), () => onAsk("rename")) : null}
      {kind === "course" ? act(text("staff-tree.course-settings"), () => onAsk("course")) : null}
      {at >= 0 ? act(text("staff-tree.up"), () => onStep(-1), at === 0) : null}
      {at >= 0
        ? act(text("staff-tree.down"), () => onStep(1), stepBy(tree, place, 1) === null)
        : null}
      {homesOf(tree, place, () => "").length > 0
        ? act(text("staff-tree.move-to"), () => onAsk("move"))
        : null}
      {canHold ? act(text("staff-tree.copy"), () => onCopy()) : null}
      {act(text("staff-editor.remove"), () => onAsk("remove"))}
      <Details row={row} tree={tree} />
    </>
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
