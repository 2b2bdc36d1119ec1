/** Levels of nesting that are read. CTAP2's canonical form allows four. */
const maxDepth = 16;

const majorTypes = { bytes: 2, text: 3, list: 4, map: 5, tag: 6, simple: 7 } as const;
const breakCode = 0xff;

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new Error("the CBOR data ends within an item");
  return byte;
}

interface Head {
  majorType: number;
  /** Value, length or count, inexact from 2^53. Undefined if a break ends the item instead. */
  argument: number | undefined;
  /** Offset of the content. */
  content: number;
}

function readHead(bytes: Uint8Array, at: number): Head {
  const initial = byteAt(bytes, at);
  const majorType = initial >> 5;
  const information = initial & 0x1f;
  if (information < 24) return { majorType, argument: information, content: at + 1 };
  if (information === 31 && majorType >= majorTypes.bytes && majorType <= majorTypes.map)
    return { majorType, argument: undefined, content: at + 1 };
  if (information > 27) throw new Error("the CBOR length is reserved");
  const content = at + 1 + 2 ** (information - 24);
  let argument = 0;
  for (let index = at + 1; index < content; index++)
    argument = argument * 256 + byteAt(bytes, index);
  if (majorType === majorTypes.simple && information === 24 && argument < 32)
    throw new Error("the CBOR simple value is in the long form");
  return { majorType, argument, content };
}

/** Returns the offset after a string, or after a piece of one, which has a length. */
function endOfString(bytes: Uint8Array, { majorType, argument, content }: Head): number {
  if (argument !== undefined) {
    if (argument > bytes.length - content) throw new Error("the CBOR data ends within a string");
    return content + argument;
  }
  let at = content;
  while (byteAt(bytes, at) !== breakCode) {
    const piece = readHead(bytes, at);
    if (piece.majorType !== majorType || piece.argument === undefined)
      throw new Error("a piece of the CBOR string has another type");
    at = endOfString(bytes, piece);
  }
  return at + 1;
}

/**
 * Returns the offset after the item that begins at `start`. Accepts every well-formed item (RFC 8949
 * §5.3.1), also outside CTAP2's canonical form, and decodes nothing.
 * @throws Error when it is malformed, or nested too deeply
 */
export function measureCbor(bytes: Uint8Array, start: number, depth = maxDepth): number {
  const head = readHead(bytes, start);
  const { majorType, argument, content } = head;
  if (majorType === majorTypes.bytes || majorType === majorTypes.text)
    return endOfString(bytes, head);
  if (majorType < majorTypes.list || majorType === majorTypes.simple) return content;
  if (depth === 0) throw new Error("the CBOR data is nested too deeply");
  const entries = majorType === majorTypes.tag ? 1 : argument;
  const itemsPerEntry = majorType === majorTypes.map ? 2 : 1;
  let at = content;
  for (
    let read = 0;
    entries === undefined ? byteAt(bytes, at) !== breakCode : read < entries;
    read++
  )
    for (let item = 0; item < itemsPerEntry; item++) at = measureCbor(bytes, at, depth - 1);
  return entries === undefined ? at + 1 : at;
}

/** Whether an item is a map, by its first byte. */
export const isMap = (bytes: Uint8Array, at: number): boolean =>
  byteAt(bytes, at) >> 5 === majorTypes.map;

/** Whether an item is a list, by its first byte. */
export const isList = (bytes: Uint8Array, at: number): boolean =>
  byteAt(bytes, at) >> 5 === majorTypes.list;
