import type { ReactNode } from "react";
import { edgeNames, girthNames, nameIn, pieceNames } from "../../core/pattern-messages.ts";
import type { Units } from "../../domain/measurements/fields.ts";
import type { Sketch, SketchedPiece } from "../../drafting/sketch.ts";
import { useText } from "../../i18n/use-text.ts";
import { useCutText, useLengthText } from "./pattern-texts.ts";
import styles from "./tables.module.css";

interface PieceTablesProps {
  sketch: Sketch;
  /** The draft that is laid over it; its lengths stand beside. */
  overlay: Sketch | null;
  units: Units;
}

/** A length of the draft, and of the one over it. */
interface Row {
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null;
}

/** The names of two lists, each once, in their order. */
const inBoth = (one: readonly string[], other: readonly string[]): readonly string[] => [
  ...new Set([...one, ...other]),
];

/** What the garment measures, and each piece with its lengths: what the picture shows, in numbers. */
export const PieceTables = ({ sketch, overlay, units }: PieceTablesProps) => {
  const text = useText();
  const cutText = useCutText();
  const { unit, number, difference } = useLengthText(units);

  const cell = (value: number | null): ReactNode =>
    value === null ? (
      <>
        <span aria-hidden="true">–</span>
        <span className="unseen">{text("patterns.not-there")}</span>
      </>
    ) : (
      <span dir="ltr">{number(value)}</span>
    );
  const change = ({ before, now }: Row): ReactNode => {
    if (before === null || now === null) return null;
    const changed = difference(before, now);
    if (changed) return <strong dir="ltr">{changed}</strong>;
    return <span className="unseen">{text("measuring.unchanged")}</span>;
  };
  const table = (name: string, rows: readonly Row[]) => (
    <table className={styles.table}>
      <caption className="unseen">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{text("patterns.length")}</th>
          {overlay ? <th scope="col">{text("patterns.laid-over")}</th> : null}
          <th scope="col">
            {text("patterns.this-draft")} <small>{unit}</small>
          </th>
          {overlay ? <th scope="col">{text("measuring.change")}</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {overlay ? <td>{cell(row.before)}</td> : null}
            <td>{cell(row.now)}</td>
            {overlay ? <td>{change(row)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );

  const girths = inBoth(Object.keys(sketch.girths), Object.keys(overlay?.girths ?? {})).map(
    (name) => ({
      name: nameIn(text, girthNames, name),
      now: sketch.girths[name] ?? null,
      before: overlay?.girths[name] ?? null,
    }),
  );

  const rowsOf = (piece: SketchedPiece, other: SketchedPiece | undefined): Row[] => {
    const lengthOf = (of: SketchedPiece | undefined, edge: string) =>
      of?.lengths.find((each) => each.edge === edge)?.length ?? null;
    const names = (of: SketchedPiece | undefined) => of?.lengths.map(({ edge }) => edge) ?? [];
    const edges = inBoth(names(piece), names(other)).map((edge) => ({
      name: nameIn(text, edgeNames, edge),
      now: lengthOf(piece, edge),
      before: lengthOf(other, edge),
    }));
    const darts = Array.from(
      { length: Math.max(piece.darts.length, other?.darts.length ?? 0) },
      (_, i) => {
        const [now, before] = [piece.darts[i], other?.darts[i]];
        return [
          {
            name: text("patterns.dart-width", { number: i + 1 }),
            now: now?.width ?? null,
            before: before?.width ?? null,
          },
          {
            name: text("patterns.dart-length", { number: i + 1 }),
            now: now?.length ?? null,
            before: before?.length ?? null,
          },
        ];
      },
    );
    return [...edges, ...darts.flat()];
  };

  return (
    <section className={styles.tables} aria-labelledby="pieces">
      <h2 id="pieces">{text("patterns.pieces")}</h2>
      {girths.length > 0 ? (
        <section>
          <h3>{text("patterns.garment")}</h3>
          {table(text("patterns.garment"), girths)}
        </section>
      ) : null}
      {sketch.pieces.map((piece) => {
        const name = nameIn(text, pieceNames, piece.name);
        const other = overlay?.pieces.find((each) => each.name === piece.name);
        return (
          <section key={piece.name}>
            <h3>{name}</h3>
            <p>{cutText(piece.cut)}</p>
            {table(name, rowsOf(piece, other))}
          </section>
        );
      })}
    </section>
  );
};
