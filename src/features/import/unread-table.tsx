import { useState } from "react";
import type { ImportReading } from "../../contract/staff-import.ts";
import { useText } from "../../i18n/use-text.ts";
import { ReadingFields } from "./reading-fields.tsx";

/** The problems of a file that another encoding or separator may mend. */
const MENDABLE: readonly string[] = ["table/wrong_encoding", "table/quote_not_closed"];

export interface UnreadTableProps {
  problem: string;
  onCheck: (reading: ImportReading) => Promise<void>;
}

/** A file that was not read as a table: how to read it. */
export const UnreadTable = ({ problem, onCheck }: UnreadTableProps) => {
  const text = useText();
  const [reading, setReading] = useState<ImportReading>({
    columns: null,
    encoding: "utf-8",
    separator: ",",
    date_order: null,
    odd_letters: false,
    sheet: null,
    titles_row: null,
  });
  if (!MENDABLE.includes(problem)) return null;
  return (
    <>
      <ReadingFields reading={reading} isText onReading={setReading} />
      <button type="button" className="button" onClick={() => void onCheck(reading)}>
        {text("staff-import.check-again")}
      </button>
    </>
  );
};
