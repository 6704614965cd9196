import type { Shape } from "../../contract/drawing.ts";
import type { LengthFormat } from "../../domain/drawn-length.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./marking.module.css";
import { shapeInWords } from "./shape-words.ts";

export interface ShapeListProps {
  shapes: readonly Shape[];
  format: LengthFormat;
  /** Absent where nothing can be changed. */
  onRemove?: ((index: number) => void) | undefined;
}

/** All shapes of a page in words. */
export const ShapeList = ({ shapes, format, onRemove }: ShapeListProps) => {
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
