import { crc32, deflateSync } from "node:zlib";

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/**
 * Creates a gray PNG with 1 bit per pixel, so that 12,000 pixels per side need 17 KB. Appends zeros
 * up to `bytes`.
 */
export function pngPicture(width: number, height: number, bytes = 0): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  const picture = Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
  return new Uint8Array(
    Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))]),
  );
}

/** Creates the headers of a JPEG, up to its frame (ITU T.81 §B.2.2). */
export function jpegPicture(width: number, height: number): Uint8Array<ArrayBuffer> {
  const frame = Buffer.from("ffc0001108000000000301220002110103110100", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"),
      frame,
      Buffer.from("ffd9", "hex"),
    ]),
  );
}

/** Creates the headers of a lossless WebP (RFC 9649 §3.4). */
export function webpPicture(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(30);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(22, 4);
  header.write("WEBPVP8L", 8, "latin1");
  header.writeUInt32LE(10, 16);
  header.writeUInt8(0x2f, 20);
  header.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  return new Uint8Array(header);
}
