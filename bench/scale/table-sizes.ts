import pg from "pg";
import { cell, markdownTable } from "@/bench/markdown-table";

interface TableSize {
  name: string;
  rows: number;
  tableBytes: number;
  indexBytes: number;
}

const mbPerMillion = (bytes: number, rows: number) => cell(bytes / rows, 0);

/** Megabytes per million rows are bytes per row. */
export const sizesTable = (sizes: TableSize[]): string =>
  markdownTable(
    ["table", "rows", "MB per million rows", "indexes, MB per million rows"],
    sizes.map(({ name, rows, tableBytes, indexBytes }) => [
      name,
      String(rows),
      mbPerMillion(tableBytes, rows),
      mbPerMillion(indexBytes, rows),
    ]),
  );

/** Reads the sizes of all tables with at least 10,000 rows, which ANALYZE has counted. */
export async function readSizes(databaseUrl: string): Promise<TableSize[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("ANALYZE");
    const { rows } = await client.query<TableSize>(
      `SELECT relname AS "name", reltuples::float8 AS "rows",
         pg_table_size(oid)::float8 AS "tableBytes", pg_indexes_size(oid)::float8 AS "indexBytes"
       FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= 10000
       ORDER BY relname`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
