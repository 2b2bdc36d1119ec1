import { limits } from "@/lib/limits";
import { badRequest, ServiceError } from "@/lib/errors";
import { hasMediaType } from "./media-type";
import { requireWellFormedText } from "./well-formed-text";

// Without `stream` it keeps nothing from one call to the next, failed ones included.
const utf8 = new TextDecoder("utf-8", { fatal: true });

async function readChunks(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > limits.bodyBytes) throw new ServiceError("@error/PayloadTooLarge");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (declared === null) return request.body === null ? new Uint8Array() : readChunks(request.body);
  if (Number(declared) > limits.bodyBytes) throw new ServiceError("@error/PayloadTooLarge");
  // The server reads no more than was declared.
  return new Uint8Array(await request.arrayBuffer());
}

/**
 * Reads a JSON body of at most 64 KiB. Where the body may be left out, none at all reads as `{}`.
 * @throws UnsupportedMediaType · PayloadTooLarge · BadRequest when it is not JSON or holds text
 * that cannot be kept
 */
export async function readJson(request: Request, mayBeAbsent: boolean): Promise<unknown> {
  const typed = hasMediaType(request, "application/json");
  if (!typed && !mayBeAbsent) throw new ServiceError("@error/UnsupportedMediaType");
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0 && mayBeAbsent) return {};
  if (!typed) throw new ServiceError("@error/UnsupportedMediaType");
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw badRequest("", "The body is not JSON.");
  }
  requireWellFormedText(value);
  return value;
}
