import { dialectOf, type TableReading } from "../../lib/engines/csv/dialect.ts";
import { eachRow, tableOf } from "../../lib/engines/csv/rows.ts";

/** The rows of a CSV text, in the dialect that is given or found in it. */
export const rowsOf = async (text: string, given: TableReading = {}): Promise<string[][]> => {
  const bytes = Buffer.from(text);
  const dialect = dialectOf(bytes, given);
  const rows: string[][] = [];
  await eachRow(
    tableOf(bytes, dialect),
    dialect,
    (row) => rows.push([...row]),
    async () => undefined,
  );
  return rows;
};
