import type { Units } from "../../../domain/measurements/fields.ts";
import type { LayerName } from "../../../drafting/print/drawing.ts";
import { PAPERS, type PaperName, type PrintSetup } from "../../../drafting/print/papers.ts";
import type { PrintFormat } from "../../../drafting/print/print-files.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { SelectField } from "../../../ui/select-field.tsx";
import styles from "./print-room.module.css";

/** The layers of files, as programs show them. */
export const layerNames: Readonly<Record<LayerName, MessageId>> = {
  cut: "patterns.layer.cut",
  seam: "patterns.layer.seam",
  dart: "patterns.layer.dart",
  notch: "patterns.layer.notch",
  grain: "patterns.layer.grain",
  fold: "patterns.layer.fold",
  guide: "patterns.layer.guide",
  label: "patterns.layer.label",
  page: "patterns.layer.page",
  grid: "patterns.layer.grid",
  calibration: "patterns.layer.calibration",
};

/** The papers whose names are words. Others have the same name in all languages. */
const rollNames: Readonly<Partial<Record<PaperName, MessageId>>> = {
  roll90: "patterns.print.roll90",
  roll36in: "patterns.print.roll36in",
};

/** The buttons that save a file. */
export const formatNames: Readonly<Record<PrintFormat, MessageId>> = {
  pdf: "patterns.print.save-pdf",
  svg: "patterns.print.save-svg",
  dxf: "patterns.print.save-dxf",
  projector: "patterns.print.save-projector",
  cloth: "patterns.print.save-cloth",
};

interface PaperFormProps {
  setup: PrintSetup;
  units: Units;
  lengthOf: (cm: number) => string;
  onChange: (change: Partial<PrintSetup>) => void;
}

/** Margins and overlaps to choose from, in centimetres. */
const LENGTHS: Readonly<Record<Units, readonly number[]>> = {
  cm: [0, 0.5, 1, 1.5, 2, 2.5],
  in: [0, 0.25 * 2.54, 0.5 * 2.54, 0.75 * 2.54, 2.54],
};

/** The paper, how it is turned, its margin, and how far its sheets overlap. */
export const PaperForm = ({ setup, units, lengthOf, onChange }: PaperFormProps) => {
  const text = useText();
  const { paper, orientation } = setup;
  const isRoll = PAPERS[paper].height === null;
  const length = (label: string, key: "margin" | "overlap") => {
    // What was chosen in another unit stays in the list.
    const all = [...new Set([...LENGTHS[units], setup[key]])].sort((a, b) => a - b);
    return (
      <SelectField
        label={label}
        value={setup[key]}
        onChange={({ currentTarget }) => onChange({ [key]: Number(currentTarget.value) })}
      >
        {all.map((cm) => (
          <option key={cm} value={cm}>
            {lengthOf(cm)}
          </option>
        ))}
      </SelectField>
    );
  };
  return (
    <div className={styles.form}>
      <SelectField
        label={text("patterns.print.paper")}
        value={paper}
        onChange={({ currentTarget }) => onChange({ paper: currentTarget.value as PaperName })}
      >
        {(Object.keys(PAPERS) as PaperName[]).map((name) => {
          const roll = rollNames[name];
          return (
            <option key={name} value={name}>
              {roll ? text(roll) : name.charAt(0).toUpperCase() + name.slice(1)}
            </option>
          );
        })}
      </SelectField>
      {isRoll ? null : (
        <SelectField
          label={text("patterns.print.orientation")}
          value={orientation}
          onChange={({ currentTarget }) =>
            onChange({ orientation: currentTarget.value as PrintSetup["orientation"] })
          }
        >
          <option value="portrait">{text("patterns.print.portrait")}</option>
          <option value="landscape">{text("patterns.print.landscape")}</option>
        </SelectField>
      )}
      {length(text("patterns.print.margin"), "margin")}
      {length(text("patterns.print.overlap"), "overlap")}
    </div>
  );
};
