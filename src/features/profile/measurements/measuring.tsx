import { CompareTables, type CompareTablesProps } from "./compare-tables.tsx";
import { PrintSheet, type PrintSheetProps } from "./print-sheet.tsx";
import { TableEditor, type TableEditorProps } from "./table-editor.tsx";

/** The tasks that work on single measures: editing, comparing and printing tables. */
export type MeasuringTask =
  | ({ kind: "edit" } & TableEditorProps)
  | ({ kind: "compare" } & CompareTablesProps)
  | ({ kind: "print" } & PrintSheetProps);

/** Renders the task in use. Its code is fetched when it is needed. */
const Measuring = ({ task }: { task: MeasuringTask }) => {
  if (task.kind === "edit") return <TableEditor {...task} />;
  return task.kind === "compare" ? <CompareTables {...task} /> : <PrintSheet {...task} />;
};

export default Measuring;
