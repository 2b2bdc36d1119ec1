// Never occurs in a value: requests reject U+0000 (lib/http/endpoint/well-formed-text.ts), and
// PostgreSQL can't store it.
const place = "\u0000";
const placeAsJson = JSON.stringify(place);

let placed: string[] | undefined;

/**
 * A value that is already serialized. `toJsonText` inserts its text unchanged, because serializing an
 * email costs more than rendering it.
 */
export class KnownJson {
  constructor(private readonly text: string) {}

  toJSON(): unknown {
    if (placed === undefined) return JSON.parse(this.text);
    placed.push(this.text);
    return place;
  }
}

/** Serializes like JSON.stringify, and inserts each KnownJson as it is. */
export function toJsonText(value: unknown): string {
  const known: string[] = [];
  placed = known;
  try {
    const text = JSON.stringify(value);
    if (known.length === 0) return text;
    const parts = text.split(placeAsJson);
    if (parts.length !== known.length + 1)
      throw new Error("a string next to known JSON contains U+0000");
    return parts.reduce((whole, part, index) => `${whole}${known[index - 1]}${part}`);
  } finally {
    placed = undefined;
  }
}
