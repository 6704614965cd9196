import { type CSSProperties, useId } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { lessonPath } from "../../app-context/links.ts";
import { Title } from "../../app-context/title.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useFile } from "../../app-context/use-file.ts";
import type { Lesson, Menu2 } from "../../contract/content.ts";
import type { Selection } from "../../core/study.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import styles from "./lesson-tiles.module.css";

/** Default aspect ratio and minimum size (CSS pixels) of a tile's picture. */
const DEFAULT_TILE = { w: 90, h: 80 };

type TileState = "done" | "next" | "open" | "closed";

const NOTES = {
  done: "lessons.completed",
  next: "lessons.next",
  closed: "lessons.not-active",
} as const satisfies Record<Exclude<TileState, "open">, MessageId>;

interface LessonTilesProps {
  selection: Selection;
  section: Menu2;
}

/** The lessons of a section as pattern pieces: done, next, open, or not yet active. */
export const LessonTiles = ({ selection, section }: LessonTilesProps) => {
  const text = useText();
  const { study, progress } = useApp();
  const { productKey, courseKey, product } = selection;
  const { completed, next } = useSnapshot(progress.state);
  const { w, h } = { w: section.w ?? DEFAULT_TILE.w, h: section.h ?? DEFAULT_TILE.h };

  const stateOf = (lesson: Lesson): TileState => {
    if (completed.has(lesson.dbid)) return "done";
    if (lesson.dbid === next) return "next";
    return study.isOpen(lesson) ? "open" : "closed";
  };

  const lessons = section.lessons.flatMap((key) => product.lessons[key] ?? []);
  if (lessons.length === 0) {
    return <Empty what={text("lessons.empty")} hint={text("lessons.empty-hint")} />;
  }
  const size = { "--tile-w": `${w}px`, "--tile-ratio": `${w} / ${h}` } as CSSProperties;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without bullets
    <ul role="list" aria-label={text("lessons.list")} className={styles.tiles} style={size}>
      {lessons.map((lesson) => (
        <li key={lesson.key}>
          <Tile
            lesson={lesson}
            state={stateOf(lesson)}
            productKey={productKey}
            href={lessonPath(productKey, courseKey, lesson.key)}
          />
        </li>
      ))}
    </ul>
  );
};

interface TileProps {
  lesson: Lesson;
  state: TileState;
  productKey: string;
  href: string;
}

const Tile = ({ lesson, state, productKey, href }: TileProps) => {
  const text = useText();
  const id = useId();
  const picture = useFile("icon", productKey, lesson.image);
  const title = <Title of={lesson.title} />;
  const common = {
    className: styles.link,
    "aria-describedby": state === "open" ? undefined : `${id}n`,
  };
  return (
    <div className={styles.tile} data-state={state}>
      <span className={styles.picture}>
        {typeof picture === "string" ? <img src={picture} alt="" /> : null}
      </span>
      <span className={styles.words}>
        {state === "closed" ? (
          // A closed lesson keeps its place in the tab order, so that a screen reader can say why
          // it is closed.
          // biome-ignore lint/a11y/useSemanticElements: a link without an address has no role of its own
          <span {...common} role="link" aria-disabled="true" tabIndex={0}>
            {title}
          </span>
        ) : (
          <Link {...common} href={href}>
            {title}
          </Link>
        )}
        {state === "open" ? null : <small id={`${id}n`}>{text(NOTES[state])}</small>}
        {lesson.hasAssignment ? <small>{text("lessons.has-assignment")}</small> : null}
      </span>
    </div>
  );
};
