// A compressed page that differs only in its nonce. The parts around the nonce are compressed once.
// Each response joins them with the nonce as uncompressed blocks (RFC 1951 §3.2.4) to one gzip member
// (RFC 1952 §2.3), so that a cached page costs a checksum instead of a compression.

import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final block. */
const end = Buffer.from([3, 0]);

/** Compresses a part to blocks that end at a byte and refer to no other part. */
export const compressPart = (part: Buffer): Promise<Buffer> =>
  deflate(part, { finishFlush: constants.Z_SYNC_FLUSH });

function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/** Joins the parts with a nonce. `compressed` has the compressed parts in the same order. */
export function gzipWithNonce(
  parts: readonly Buffer[],
  compressed: readonly Buffer[],
  nonce: Buffer,
): Buffer {
  const block = storedBlock(nonce);
  const blocks = compressed.flatMap((part, index) => (index === 0 ? [part] : [block, part]));
  const trailer = Buffer.alloc(8);
  const plain = parts
    .flatMap((part, index) => (index === 0 ? [part] : [nonce, part]))
    // zlib restarts the checksum at an empty buffer.
    .filter(({ length }) => length > 0);
  trailer.writeUInt32LE(
    plain.reduce((sum, bytes) => crc32(bytes, sum), 0),
    0,
  );
  trailer.writeUInt32LE(
    plain.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  return Buffer.concat([header, ...blocks, end, trailer]);
}
