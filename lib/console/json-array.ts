/** Pages as one JSON array, an element a line, a text for each page. */
export async function* jsonArrayOf(
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let before = "[\n";
  for await (const rows of pages)
    for (const row of rows) {
      yield `${before}${JSON.stringify(row)}`;
      before = ",\n";
    }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}
