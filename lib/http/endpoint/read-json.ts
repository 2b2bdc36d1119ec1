import { badRequest, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { requireWellFormedText } from "./well-formed-text";

/**
 * Whether the body has that media type, parameters ignored (RFC 9110 §8.3), and no content
 * encoding.
 */
export function hasMediaType({ headers }: Request, mediaType: string): boolean {
  const essence = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  return essence === mediaType && encoding === "identity";
}

// Shared: without `stream`, a decoder keeps no state between calls.
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

/** Reads a body of at most 64 KiB. @throws PayloadTooLarge */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (declared === null) return request.body === null ? new Uint8Array() : readChunks(request.body);
  if (Number(declared) > limits.bodyBytes) throw new ServiceError("@error/PayloadTooLarge");
  // The HTTP parser delivers no more bytes than Content-Length.
  return new Uint8Array(await request.arrayBuffer());
}

/**
 * Reads a JSON body of at most 64 KiB. An absent body returns `{}` if `mayBeAbsent`.
 * @param uncheckedText a field that may contain text that PostgreSQL can't store
 * @throws UnsupportedMediaType · PayloadTooLarge · BadRequest if it is not JSON or contains text
 * that PostgreSQL can't store
 */
export async function readJson(
  request: Request,
  mayBeAbsent: boolean,
  uncheckedText?: string,
): Promise<unknown> {
  const typed = hasMediaType(request, "application/json");
  if (!typed && !mayBeAbsent) throw new ServiceError("@error/UnsupportedMediaType");
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0 && mayBeAbsent) return {};
  if (!typed) throw new ServiceError("@error/UnsupportedMediaType");
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw badRequest("", "The body is not valid JSON.");
  }
  requireWellFormedText(value, { except: uncheckedText });
  return value;
}

/**
 * Reads the fields of a form that a browser submits without a script. At most 64 KiB.
 * @throws UnsupportedMediaType · PayloadTooLarge
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!hasMediaType(request, "application/x-www-form-urlencoded"))
    throw new ServiceError("@error/UnsupportedMediaType");
  return new URLSearchParams(Buffer.from(await readBytes(request)).toString());
}
