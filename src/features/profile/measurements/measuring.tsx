import { CompareTables, type CompareTablesProps } from "./compare-tables.tsx";
import { PrintSheet, type PrintSheetProps } from "./print-sheet.tsx";
import { TableEditor, type TableEditorProps } from "./table-editor.tsx";

/** What is done with measures, beyond looking over one's tables. */
export type Task =
  | ({ kind: "edit" } & TableEditorProps)
  | ({ kind: "compare" } & CompareTablesProps)
  | ({ kind: "print" } & PrintSheetProps);

/** The work on single measures; its code comes when somebody begins with it. */
const Measuring = ({ task }: { task: Task }) => {
  if (task.kind === "edit") return <TableEditor {...task} />;
  return task.kind === "compare" ? <CompareTables {...task} /> : <PrintSheet {...task} />;
};

export default Measuring;
