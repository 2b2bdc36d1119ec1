// In no text that we take (lib/http/endpoint/well-formed-text.ts), and none that PostgreSQL keeps.
const place = "\u0000";
const placeAsJson = JSON.stringify(place);

let placed: string[] | undefined;

/**
 * A value that is there as JSON already, which `toJsonText` puts in as it is: made anew for each
 * answer, a mail's JSON costs more than the mail.
 */
export class KnownJson {
  constructor(private readonly text: string) {}

  toJSON(): unknown {
    if (placed === undefined) return JSON.parse(this.text);
    placed.push(this.text);
    return place;
  }
}

/** What JSON.stringify makes of it. */
export function toJsonText(value: unknown): string {
  const known: string[] = [];
  placed = known;
  try {
    const text = JSON.stringify(value);
    if (known.length === 0) return text;
    const parts = text.split(placeAsJson);
    if (parts.length !== known.length + 1) throw new Error("a text beside known JSON is U+0000");
    return parts.reduce((whole, part, index) => `${whole}${known[index - 1]}${part}`);
  } finally {
    placed = undefined;
  }
}
