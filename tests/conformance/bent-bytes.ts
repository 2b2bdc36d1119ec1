import fc from "fast-check";
import type { Bytes } from "@/testing/authenticator/bytes";

/** A change of bytes by XOR, insertion, removal or truncation. */
export interface ByteChange {
  at: number;
  edit: { kind: "xor" | "insert"; byte: number } | { kind: "remove" | "truncate" };
}

/** The fields of any `ByteChange`. */
export const byteChange = {
  at: fc.nat(),
  edit: fc.oneof(
    fc.record({
      kind: fc.constantFrom("xor" as const, "insert" as const),
      byte: fc.integer({ min: 1, max: 255 }),
    }),
    fc.record({ kind: fc.constantFrom("remove" as const, "truncate" as const) }),
  ),
};

export function bendBytes(bytes: Uint8Array, { at: position, edit }: ByteChange): Bytes {
  const at = bytes.length === 0 ? 0 : position % bytes.length;
  switch (edit.kind) {
    case "xor": {
      const bent = new Uint8Array(bytes);
      if (bent.length > 0) bent[at] = (bent[at] ?? 0) ^ edit.byte;
      return bent;
    }
    case "insert":
      return Uint8Array.from([...bytes.slice(0, at), edit.byte, ...bytes.slice(at)]);
    case "remove":
      return Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(at + 1)]);
    case "truncate":
      return new Uint8Array(bytes.slice(0, at));
  }
}
