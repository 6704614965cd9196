import { type Cell, TABLE_TYPES, type TableFormat } from "../../tables/table-format.ts";
import { writeTable } from "../../tables/write-table.ts";
import { NOT_STORED } from "../answer.ts";
import { disposition } from "../disposition.ts";
import { streamReply } from "../stream-reply.ts";

/** Sends a table as a file, row by row. */
export const tableReply = (
  name: string,
  format: TableFormat,
  columns: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): Response =>
  streamReply(writeTable(format, columns, rows), 200, {
    "Content-Type": TABLE_TYPES[format],
    "Content-Disposition": disposition(name),
    "Cache-Control": NOT_STORED,
  });
