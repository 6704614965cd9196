import { useIntl } from "react-intl";
import { useDrafting } from "../../app-context/drafting.ts";
import { useMeasureText } from "../../app-context/use-measure-text.ts";
import { measureName } from "../../core/measure-messages.ts";
import { blockNames, choiceNames, nameIn, optionName } from "../../core/pattern-messages.ts";
import { isField } from "../../domain/measurements/fields.ts";
import { checkLengths } from "../../drafting/check-draft.ts";
import type { Cubic, Point } from "../../drafting/geometry.ts";
import { numberKind } from "../../drafting/number-kind.ts";
import type { Piece } from "../../drafting/pattern.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { useAsync } from "../../ui/use-async.ts";
import styles from "./draft-check.module.css";
import { type Opened, type OpenFailure, openDraftFile } from "./draft-check-model.ts";
import { useLengthName, useLengthWords } from "./length-words.ts";

const xy = ({ x, y }: Point): string => `${x.toFixed(3)} ${y.toFixed(3)}`;

const pathData = (curves: readonly Cubic[]): string =>
  curves
    .map(([from, one, other, to], i) => {
      const last = curves[i - 1]?.[3];
      const follows = last && last.x === from.x && last.y === from.y;
      return `${follows ? "" : `M${xy(from)}`}C${xy(one)} ${xy(other)} ${xy(to)}`;
    })
    .join("");

/** The box of a piece, in centimetres. The handles of curves count: a curve lies within them. */
const boxOf = ({ edges }: Piece) => {
  const points = edges.flatMap(({ curves }) => curves.flat());
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
};

const GAP = 4;

/** The pieces of a draft, side by side. The texts beside it say what it shows. */
const Pieces = ({ pieces, label }: { pieces: readonly Piece[]; label: string }) => {
  let right = 0;
  const placed = pieces.map((piece) => {
    const box = boxOf(piece);
    const x = right - box.left;
    right += box.width + GAP;
    return { piece, box, x };
  });
  const height = Math.max(0, ...placed.map(({ box }) => box.height));
  return (
    <svg
      className={styles.pieces}
      viewBox={`-1 -1 ${(right - GAP + 2).toFixed(2)} ${(height + 2).toFixed(2)}`}
      role="img"
      aria-label={label}
    >
      {placed.map(({ piece, box, x }) => (
        <g key={piece.name} transform={`translate(${x.toFixed(3)} ${(-box.top).toFixed(3)})`}>
          <path d={pathData(piece.edges.flatMap(({ curves }) => curves))} />
          {piece.darts.map(({ inner, point, outer }) => (
            <path key={xy(point)} d={`M${xy(inner)}L${xy(point)}L${xy(outer)}`} />
          ))}
          <path data-guide="" d={piece.guides.map(pathData).join("")} />
          <path data-guide="" d={`M${xy(piece.grain[0])}L${xy(piece.grain[1])}`} />
        </g>
      ))}
    </svg>
  );
};

const FAILURES = {
  damaged: "patterns.check.damaged",
  unknown: "patterns.check.unknown-block",
} as const satisfies Record<OpenFailure["kind"], MessageId>;

export interface DraftFileViewProps {
  file: Blob;
}

/** A draft that a student has sent: its picture, measures, options and lengths. */
export const DraftFileView = ({ file }: DraftFileViewProps) => {
  const text = useText();
  const drafting = useDrafting();
  const opened = useAsync(() => openDraftFile(file, drafting), [file, drafting]);

  if (!opened) return <p role="status">{text("patterns.check.opening")}</p>;
  if (!opened.ok) return <p role="alert">{text(FAILURES[opened.failure.kind])}</p>;
  return <OpenedDraft {...opened.value} />;
};

const OpenedDraft = ({ file, answer, context }: Opened) => {
  const text = useText();
  const units = file.table?.units ?? "cm";
  const { full } = useMeasureText(units);
  const lengthName = useLengthName();
  const { length, result } = useLengthWords(units);
  const { formatNumber } = useIntl();
  const optionWords = (name: string, value: number | string): string => {
    if (typeof value === "string") return nameIn(text, choiceNames, value);
    const kind = numberKind(name);
    if (kind === "ratio") return formatNumber(value / 100, { style: "percent" });
    return kind === "length" ? length(value) : formatNumber(value);
  };
  const { pattern } = answer;
  const checks = pattern ? checkLengths(pattern, file.lengths, units) : [];
  const title = nameIn(text, blockNames, file.block);
  return (
    <section className={styles.view} aria-label={title}>
      <h2>{title}</h2>
      <p>
        {text("patterns.choose-table")}:{" "}
        <bdi>{file.table?.name ?? text("patterns.check.example-name")}</bdi>
      </p>
      {pattern ? (
        <Pieces pieces={pattern.pieces} label={text("patterns.check.picture", { block: title })} />
      ) : (
        <p role="alert">{text("patterns.check.not-drafted")}</p>
      )}
      {checks.length > 0 ? (
        <div className={styles.scroll}>
          <table>
            <caption>{text("patterns.check.measured")}</caption>
            <tbody>
              {checks.map((check) => (
                <tr key={check.name}>
                  <th scope="row">{lengthName(check.name)}</th>
                  <td>
                    <bdi>{length(check.measured)}</bdi>
                  </td>
                  <td className={styles.result} data-fits={check.fits}>
                    {result(check)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <div className={styles.scroll}>
        <table>
          <caption>{text("patterns.check.drafted-with")}</caption>
          <tbody>
            {Object.entries(context.options).map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{optionName(text, name)}</th>
                <td>
                  <bdi>{optionWords(name, value)}</bdi>
                </td>
              </tr>
            ))}
            {context.measures.filter(isField).map((field) => (
              <tr key={field}>
                <th scope="row">{text(measureName(field))}</th>
                <td>
                  <bdi>
                    {typeof file.values[field] === "number" ? full(file.values[field], field) : "–"}
                  </bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};
