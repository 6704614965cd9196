import { useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import type { DrawnPage } from "../../contract/drawing.ts";
import { type LengthUnit, lengthFormat, scaleOf } from "../../domain/drawn-length.ts";
import { useText } from "../../i18n/use-text.ts";
import { DRAWING_WIDTH } from "../../lib/drawing-width.ts";
import { type PagedDocument, usePageSize } from "../../ui/open-document.ts";
import { LIMITS } from "./drawing-limits.ts";
import { fullMessages } from "./failure-messages.ts";
import { LengthForm } from "./length-form.tsx";
import styles from "./marking.module.css";
import { createMarking } from "./marking.ts";
import { ShapeList } from "./shape-list.tsx";
import { Stage } from "./stage.tsx";
import { ToolBar } from "./tool-bar.tsx";
import { type MarkingKeys, useMarkingKeys } from "./use-marking-keys.ts";
import { useView } from "./use-view.ts";

export interface MarkingEditorProps {
  document: PagedDocument;
  name: string;
  pages: readonly DrawnPage[];
  unit: LengthUnit;
  readOnly: boolean;
  asksForPin: number;
  onChange: (pages: readonly DrawnPage[]) => void;
  onFail: () => void;
}

/** The editor of a file whose pages can be shown. */
export const MarkingEditor = ({
  document: file,
  unit,
  readOnly,
  asksForPin,
  ...props
}: MarkingEditorProps) => {
  const text = useText();
  const { locale, formatNumber } = useIntl();
  const root = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  // A drawing that comes from elsewhere, such as a draft, is an editor of its own: its `key` says so.
  const [marking] = useState(() =>
    createMarking({
      pages: props.pages,
      unit,
      onChange: (pages) => latest.current.onChange(pages),
    }),
  );
  const state = useSnapshot(marking.state);
  const { pages, page, asked, full, rescale } = state;
  const shown = marking.pageOf(pages, page);
  const { shapes, turn } = shown;
  const told = shown.unit ?? "cm";

  const size = usePageSize(file, page, turn);
  const view = useView(frame, size || null);
  const height = size ? (DRAWING_WIDTH * size.height) / size.width : DRAWING_WIDTH;
  const format = useMemo(() => lengthFormat(locale, told), [locale, told]);

  useEffect(() => {
    if (size === false) latest.current.onFail();
  }, [size]);

  const answered = useRef(asksForPin);
  useEffect(() => {
    if (answered.current === asksForPin) return;
    answered.current = asksForPin;
    marking.selectTool("pin");
    frame.current?.focus({ preventScroll: true });
  }, [marking, asksForPin]);

  const actions: MarkingKeys = {
    zoomBy: view.zoomBy,
    showWhole: view.showWhole,
    turn(by) {
      if (readOnly || !size) return;
      marking.turn(by, height);
      view.showWhole();
    },
    goBy(by) {
      const next = page + by;
      if (next < 1 || next > file.pages) return;
      marking.goTo(next);
      view.showWhole();
    },
    undo: () => void (readOnly || marking.undo()),
    redo: () => void (readOnly || marking.redo()),
  };
  useMarkingKeys(root, actions, readOnly);

  const scale = scaleOf(shapes);
  const known = shapes.findLast((shape) => shape.kind === "measure" && shape.mm !== null);
  const closeLength = () => frame.current?.focus({ preventScroll: true });

  return (
    <section
      ref={root}
      className={styles.editor}
      data-tools={readOnly ? undefined : ""}
      aria-label={text("marking.label", { name: props.name })}
    >
      <ToolBar
        marking={marking}
        readOnly={readOnly}
        actions={actions}
        tool={state.tool}
        ink={state.ink}
        page={page}
        pages={file.pages}
        hasShapes={shapes.length > 0}
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        zoom={formatNumber(view.view.scale, { style: "percent", maximumFractionDigits: 0 })}
        isWhole={view.view.scale <= 1}
      />
      {asked ? (
        <LengthForm
          unit={told}
          onLength={(mm, inUnit) => {
            marking.answerLength(mm, inUnit);
            closeLength();
          }}
          onCancel={() => {
            marking.dismissLength();
            closeLength();
          }}
        />
      ) : null}
      {state.tool === "measure" && !readOnly && !asked ? (
        <p className={styles.scale}>
          {scale === null || rescale || known?.kind !== "measure"
            ? text("marking.scale-none")
            : text("marking.scale", { length: format(known.mm ?? 0) })}
          {scale !== null && !rescale ? (
            <button type="button" className="button quiet" onClick={() => marking.setRescale(true)}>
              {text("marking.scale-new")}
            </button>
          ) : null}
        </p>
      ) : null}
      <Stage
        marking={marking}
        document={file}
        frame={frame}
        view={view}
        height={height}
        shapes={shapes}
        turn={turn}
        format={format}
        readOnly={readOnly}
        name={props.name}
        onFail={props.onFail}
      />
      {full ? (
        <p role="alert" className={styles.full}>
          {text(fullMessages[full], LIMITS)}
        </p>
      ) : null}
      <ShapeList shapes={shapes} format={format} onRemove={readOnly ? undefined : marking.remove} />
    </section>
  );
};
