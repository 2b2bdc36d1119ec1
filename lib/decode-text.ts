/** A file isn't UTF-8 text. The message completes "the file …". */
export class NotUtf8 extends Error {
  override name = "NotUtf8";
}

/** Decodes UTF-8 without its byte order mark; undefined for other bytes. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const isUtf16 = (bytes: Uint8Array): boolean => {
  const [first, second] = bytes;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
};

/** Returns the line of the first byte that isn't UTF-8, from 1. */
function lineOfFault(bytes: Uint8Array): number {
  let line = 1;
  let from = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, from)) {
    if (decodeUtf8(bytes.subarray(from, at)) === undefined) return line;
    line++;
    from = at + 1;
  }
  return line;
}

/**
 * Decodes a text file as people save it: UTF-8, with or without a byte order mark, which is left out.
 * @throws NotUtf8 with the encoding if it is known, else with the line
 */
export function decodeText(bytes: Uint8Array): string {
  if (isUtf16(bytes) || bytes.subarray(0, 1_024).includes(0))
    throw new NotUtf8("is UTF-16 or binary. Save it as UTF-8.");
  const text = decodeUtf8(bytes);
  if (text === undefined)
    throw new NotUtf8(
      `isn't UTF-8 in line ${lineOfFault(bytes)}, but probably Latin-1 or Windows-1252. Save it as UTF-8.`,
    );
  return text;
}
