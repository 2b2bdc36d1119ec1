/** Yields all pages as one JSON array, one line and one chunk per element. */
export async function* jsonArrayOf(
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const rows of pages)
    for (const row of rows) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ",\n";
    }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}
