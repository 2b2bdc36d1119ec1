const keyword = /^\s*([A-Za-z]+)/;
const table = String.raw`\s+(?:ONLY\s+)?(?:"public"\.)?"([A-Z]\w*)"`;
const writes = new RegExp(String.raw`\b(INSERT INTO|UPDATE|DELETE FROM)${table}`, "g");
const reads = new RegExp(String.raw`\b(?:FROM|JOIN)${table}`, "g");
const mostTables = 5;

/**
 * Returns what a statement writes, such as `INSERT Challenge UPDATE LimitCounter`, otherwise the
 * tables that it reads. Nothing else of its text appears in a span.
 */
export function summarizeStatement(text: string): { operation: string; summary: string } {
  const written = [...text.matchAll(writes)].map(
    ([, verb = "", name = ""]) => `${verb.split(" ", 1)[0]} ${name}`,
  );
  const read = [...text.matchAll(reads)].map(([, name = ""]) => name);
  const first = (keyword.exec(text)?.[1] ?? "unknown").toUpperCase();
  const operation = written[0]?.split(" ", 1)[0] ?? (first === "WITH" ? "SELECT" : first);
  const tables = new Set(written.length > 0 ? written : read);
  const listed = [...tables].slice(0, mostTables);
  return {
    operation,
    summary: (written.length > 0 ? listed : [operation, ...listed]).join(" "),
  };
}
