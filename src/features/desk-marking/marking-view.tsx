import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import type { DrawnPage, Shape } from "../../contract/drawing.ts";
import {
  distance,
  type LengthFormat,
  lengthFormat,
  scaleOf,
  unitOfPlace,
} from "../../domain/drawn-length.ts";
import { type Text, useText } from "../../i18n/use-text.ts";
import { DRAWING_WIDTH } from "../../lib/drawing-width.ts";
import {
  openDocument,
  type PagedDocument,
  useDocument,
  usePageSize,
} from "../../ui/open-document.ts";
import { LengthForm } from "./length-form.tsx";
import styles from "./marking.module.css";
import { createMarking, LIMITS } from "./marking.ts";
import { Stage } from "./stage.tsx";
import { ToolBar } from "./tool-bar.tsx";
import { type MarkingActions, useMarkingKeys } from "./use-marking-keys.ts";
import { useView } from "./use-view.ts";

/** A shape in words, for people who do not see it. */
const shapeInWords = (
  shape: Shape,
  shapes: readonly Shape[],
  text: Text,
  format: LengthFormat,
): string => {
  const ink = text(`marking.${shape.ink}`);
  switch (shape.kind) {
    case "pen":
      return text("marking.shape-pen", { ink });
    case "line":
      return text("marking.shape-line", { ink });
    case "arrow":
      return text("marking.shape-arrow", { ink });
    case "text":
      return text("marking.shape-text", { ink, text: shape.text });
    case "pin":
      return text("marking.shape-pin", { number: shape.number, text: shape.text });
    case "measure": {
      const scale = scaleOf(shapes);
      const mm = shape.mm ?? (scale === null ? null : distance(shape.from, shape.to) * scale);
      return mm === null
        ? text("marking.shape-unmeasured", { ink })
        : text("marking.shape-measure", { ink, length: format(mm) });
    }
  }
};

interface ShapeListProps {
  shapes: readonly Shape[];
  format: LengthFormat;
  /** Absent where nothing can be changed. */
  onRemove?: ((index: number) => void) | undefined;
}

const ShapeList = ({ shapes, format, onRemove }: ShapeListProps) => {
  const text = useText();
  if (shapes.length === 0) return null;
  return (
    <details className={styles.list}>
      <summary>{text("marking.shapes", { count: shapes.length })}</summary>
      <ol>
        {shapes.map((shape, index) => {
          const words = shapeInWords(shape, shapes, text, format);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is what identifies a shape
            <li key={index}>
              <span dir="auto">{words}</span>
              {onRemove ? (
                <button
                  type="button"
                  aria-label={text("marking.delete-shape", { shape: words })}
                  onClick={() => onRemove(index)}
                >
                  {text("marking.delete")}
                </button>
              ) : null}
            </li>
          );
        })}
      </ol>
    </details>
  );
};

interface MarkingViewProps {
  file: Blob;
  /** The media type. */
  type: string;
  name: string;
  /** What has been drawn. The editor takes it once: another drawing needs another `key`. */
  pages: readonly DrawnPage[];
  readOnly?: boolean;
  /** How often the person has asked to pin a comment, by a key of the desk. */
  asksForPin?: number;
  /** Called after each change with the pages that are drawn on or turned. */
  onChange?: (pages: readonly DrawnPage[]) => void;
  /** How the file is opened; photos and PDFs as the browser shows them. */
  open?: typeof openDocument;
}

const MarkingView = ({
  file,
  type,
  name,
  pages,
  readOnly = false,
  asksForPin = 0,
  onChange = () => {},
  open = openDocument,
}: MarkingViewProps) => {
  const text = useText();
  const opened = useDocument(useCallback(() => open(file, type), [open, file, type]));
  const [broken, setBroken] = useState<Blob | null>(null);

  if (!opened?.ok || broken === file) {
    const failure = opened && (opened.ok ? "damaged" : opened.failure.kind);
    return (
      <p role="status" className={styles.loading}>
        {text(failure ? `marking.failure-${failure}` : "marking.loading")}
      </p>
    );
  }
  return (
    <MarkingEditor
      document={opened.value}
      {...{ name, pages, readOnly, asksForPin, onChange }}
      onFail={() => setBroken(file)}
    />
  );
};

export default MarkingView;

interface MarkingEditorProps extends Required<Omit<MarkingViewProps, "file" | "type" | "open">> {
  document: PagedDocument;
  onFail: () => void;
}

const MarkingEditor = ({ document: file, readOnly, asksForPin, ...props }: MarkingEditorProps) => {
  const text = useText();
  const { locale } = useIntl();
  const root = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  // A drawing that comes from elsewhere, such as a draft, is an editor of its own: its `key` says so.
  const [marking] = useState(() =>
    createMarking({
      pages: props.pages,
      unit: unitOfPlace(navigator.language),
      onChange: (pages) => latest.current.onChange(pages),
    }),
  );
  const state = useSnapshot(marking.state);
  const { page, unmeasured, full, rescale } = state;
  const { shapes, turn, unit = "cm" } = marking.pageOf(state.pages, page);

  const size = usePageSize(file, page, turn);
  const view = useView(frame, size || null);
  const height = size ? (DRAWING_WIDTH * size.height) / size.width : DRAWING_WIDTH;
  const format = useMemo(() => lengthFormat(locale, unit), [locale, unit]);

  useEffect(() => {
    if (size === false) latest.current.onFail();
  }, [size]);

  const focusPage = () => frame.current?.focus({ preventScroll: true });

  const answered = useRef(asksForPin);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it was asked for
  useEffect(() => {
    if (answered.current === asksForPin) return;
    answered.current = asksForPin;
    marking.selectTool("pin");
    focusPage();
  }, [asksForPin]);

  const actions: MarkingActions = {
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
  const ruler = shapes.findLast((shape) => shape.kind === "measure" && shape.mm !== null);

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
        pages={file.pages}
        zoom={view.view.scale}
      />
      {unmeasured ? (
        <LengthForm
          unit={unit}
          onLength={(mm, inUnit) => {
            marking.answerLength(mm, inUnit);
            focusPage();
          }}
          onCancel={() => {
            marking.dismissLength();
            focusPage();
          }}
        />
      ) : null}
      {state.tool === "measure" && !readOnly && !unmeasured ? (
        <p className={styles.scale}>
          {scale === null || rescale || ruler?.kind !== "measure"
            ? text("marking.scale-none")
            : text("marking.scale", { length: format(ruler.mm ?? 0) })}
          {scale !== null && !rescale ? (
            <button type="button" className="button quiet" onClick={() => marking.setRescale(true)}>
              {text("marking.scale-new")}
            </button>
          ) : null}
        </p>
      ) : null}
      <Stage
        document={file}
        name={props.name}
        onFail={props.onFail}
        {...{ marking, frame, view, height, shapes, turn, format, readOnly }}
      />
      {full ? (
        <p role="alert" className={styles.full}>
          {text(`marking.full-${full}`, LIMITS)}
        </p>
      ) : null}
      <ShapeList shapes={shapes} format={format} onRemove={readOnly ? undefined : marking.remove} />
    </section>
  );
};
