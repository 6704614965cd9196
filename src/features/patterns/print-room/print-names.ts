import type { LayerName } from "../../../drafting/print/drawing.ts";
import type { PaperName } from "../../../drafting/print/papers.ts";
import type { PrintFormat } from "../../../drafting/print/print-files.ts";
import type { MessageId } from "../../../i18n/message-id.ts";

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

/** Sizes of paper have the same name in all languages. */
export const paperNames: Readonly<Record<PaperName, string | null>> = {
  a4: "A4",
  a3: "A3",
  letter: "Letter",
  legal: "Legal",
  a0: "A0",
  roll90: null,
  roll36in: null,
};

/** The papers whose names are words. */
export const rollNames: Readonly<Partial<Record<PaperName, MessageId>>> = {
  roll90: "patterns.print.roll90",
  roll36in: "patterns.print.roll36in",
};

/** The buttons that save a file. */
export const formatNames: Readonly<Record<PrintFormat, MessageId>> = {
  pdf: "patterns.print.save-pdf",
  svg: "patterns.print.save-svg",
  dxf: "patterns.print.save-dxf",
  projector: "patterns.print.save-projector",
};
