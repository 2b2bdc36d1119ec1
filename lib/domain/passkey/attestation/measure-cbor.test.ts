import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureCbor } from "./measure-cbor";

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const measure = (hex: string) => measureCbor(bytesOf(hex), 0);

/** Encodes a head with 0, 1, 2, 4 or 8 bytes for its argument, also where fewer would do. */
function encodeHead(majorType: number, argument: number, argumentBytes: number): Buffer {
  if (argumentBytes === 0) return Buffer.of(majorType * 32 + argument);
  const encoded = Buffer.alloc(8);
  encoded.writeBigUInt64BE(BigInt(argument));
  const initial = majorType * 32 + 24 + Math.log2(argumentBytes);
  return Buffer.concat([Buffer.of(initial), encoded.subarray(8 - argumentBytes)]);
}

const argumentBytes = fc.constantFrom(0, 1, 2, 4, 8);
const head = fc.tuple(fc.integer({ min: 0, max: 23 }), argumentBytes);
const integer = fc
  .tuple(fc.constantFrom(0, 1), head)
  .map(([majorType, [value, size]]) => encodeHead(majorType, value, size));
const piece = (majorType: number) =>
  fc
    .tuple(fc.uint8Array({ maxLength: 23 }), argumentBytes)
    .map(([content, size]) =>
      Buffer.concat([encodeHead(majorType, content.length, size), content]),
    );
const withBreak = (majorType: number, items: Uint8Array[]) =>
  Buffer.concat([Buffer.of(majorType * 32 + 31), ...items, Buffer.of(0xff)]);
const string = fc.constantFrom(2, 3).chain((majorType) =>
  fc.oneof(
    piece(majorType),
    fc.array(piece(majorType), { maxLength: 3 }).map((pieces) => withBreak(majorType, pieces)),
  ),
);
const simple = fc.constantFrom("f4", "f6", "f7", "f0", "f820", "f93c00", "fa7fc00000").map(bytesOf);

const { item } = fc.letrec<{ item: Uint8Array }>((tie) => ({
  item: fc.oneof(
    { depthSize: "small", maxDepth: 5 },
    fc.oneof(integer, string, simple),
    fc
      .tuple(
        fc.constantFrom(4, 5),
        fc.array(tie("item"), { maxLength: 4 }),
        fc.option(argumentBytes),
      )
      .map(([majorType, parts, size]) => {
        const items = majorType === 5 ? parts.slice(parts.length % 2) : parts;
        const entries = majorType === 5 ? items.length / 2 : items.length;
        return size === null
          ? withBreak(majorType, items)
          : Buffer.concat([encodeHead(majorType, entries, size), ...items]);
      }),
    fc
      .tuple(head, tie("item"))
      .map(([[tag, size], content]) => Buffer.concat([encodeHead(6, tag, size), content])),
  ),
}));

describe("measureCbor", () => {
  test("ends exactly after any well-formed item, whatever surrounds it", () => {
    fc.assert(
      fc.property(item, fc.uint8Array(), fc.uint8Array(), (encoded, before, after) => {
        const bytes = Buffer.concat([before, encoded, after]);
        expect(measureCbor(bytes, before.length)).toBe(before.length + encoded.length);
      }),
    );
  });

  test("rejects an item that is cut off anywhere", () => {
    fc.assert(
      fc.property(item, fc.nat(), (encoded, at) => {
        const cut = encoded.subarray(0, at % encoded.length);
        expect(() => measureCbor(cut, 0)).toThrow();
      }),
    );
  });

  // RFC 8949 appendix F.1
  test.each([
    ["a reserved length", "1c"],
    ["a simple value in the long form", "f800"],
    ["a break alone", "ff"],
    ["a break in a list with a length", "81ff"],
    ["a break as a value of a map", "bf00ff"],
    ["an integer without a length", "1f"],
    ["a tag without a length", "df00ff"],
    ["bytes in a text", "7f4100ff"],
    ["pieces in pieces", "5f5f4100ffff"],
    ["an integer in a text", "7f00ff"],
  ])("rejects %s", (_name, hex) => {
    expect(() => measure(hex)).toThrow();
  });

  test.each([
    ["lists", "81"],
    ["maps", "a100"],
    ["tags", "c1"],
    ["lists without a length", "9f"],
  ])("rejects %s in each other without end, and reads sixteen", (_name, opening) => {
    const closing = opening === "9f" ? "ff" : "";
    const nested = (depth: number) => `${opening.repeat(depth)}00${closing.repeat(depth)}`;
    expect(measure(nested(16))).toBe(nested(16).length / 2);
    expect(() => measure(nested(17))).toThrow("nested");
    expect(() => measure(nested(20_000))).toThrow("nested");
  });

  test.each(["bb", "9b", "5b", "7b"])(
    "stops at the end of the data, for a length of 2^64: %s",
    (initial) => expect(() => measure(`${initial}${"ff".repeat(8)}00`)).toThrow("ends within"),
  );
});
