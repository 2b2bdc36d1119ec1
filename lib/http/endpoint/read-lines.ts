import type { z } from "zod";
import type { ParsedLine } from "@/lib/contract/lines";
import { badRequest, isServiceError, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { parseInput } from "./parse-input";
import { hasMediaType } from "./read-json";
import { requireWellFormedText } from "./well-formed-text";

export const linesMediaType = "application/x-ndjson";

const tooLarge = () =>
  new ServiceError(
    "@error/PayloadTooLarge",
    undefined,
    "The body is larger than 16 MiB or has more than 100,000 lines. Send it in parts. Lines before " +
      "the limit may have been imported.",
  );

async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  let left = limits.linesBytes;
  const chunks = (body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch(() => {
        throw badRequest(
          "",
          "The body is incomplete. Some lines may have been imported. Send it again.",
        );
      });
      if (next.done === true) return;
      left -= next.value.byteLength;
      if (left < 0) throw tooLarge();
      yield Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
  } finally {
    // Not awaited: a stalled body must not delay the response.
    void chunks.return?.().catch(() => undefined);
  }
}

// Space, tab and carriage return.
const blanks = new Set([32, 9, 13]);

/**
 * Splits chunks into lines without their line ends and skips blank lines, which may have spaces and
 * tabs. `bytes` is null for a line that is too long, which is not buffered.
 */
async function* splitLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ line: number; bytes: Buffer | null }> {
  let line = 1;
  let length = 0;
  let parts: Buffer[] = [];
  let isBlank = true;
  const take = (part: Buffer) => {
    length += part.length;
    isBlank &&= part.every((byte) => blanks.has(byte));
    if (length > limits.lineBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const finish = () => {
    if (line > limits.lines) throw tooLarge();
    const bytes = length > limits.lineBytes ? null : Buffer.concat(parts);
    const finished = isBlank ? [] : [{ line, bytes }];
    [length, parts, isBlank] = [0, [], true];
    line += 1;
    return finished;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, end));
      from = end + 1;
      yield* finish();
    }
    take(chunk.subarray(from));
  }
  if (length > 0) yield* finish();
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown): string => {
  if (isServiceError(error)) return error.message;
  throw error;
};

function parseLine<T extends z.ZodType>(
  schema: T,
  line: number,
  bytes: Buffer | null,
): ParsedLine<z.output<T>> {
  if (bytes === null)
    return { line, fault: "too-long", message: `is longer than ${limits.lineBytes} bytes` };
  const value = parseJson(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { line, fault: "json", message: "is not a JSON object in UTF-8" };
  try {
    requireWellFormedText(value);
  } catch (error) {
    return { line, fault: "text", message: messageOf(error) };
  }
  try {
    return { line, value: parseInput(schema, value) };
  } catch (error) {
    return { line, fault: "field", message: messageOf(error) };
  }
}

async function* parseLines<T extends z.ZodType>(
  body: ReadableStream<Uint8Array> | null,
  schema: T,
): AsyncGenerator<ParsedLine<z.output<T>>> {
  if (body === null) return;
  for await (const { line, bytes } of splitLines(readChunks(body)))
    yield parseLine(schema, line, bytes);
}

/**
 * Reads an NDJSON body of at most 16 MiB as it arrives, with backpressure. A faulty line is yielded
 * with its fault instead of throwing.
 * @throws UnsupportedMediaType · PayloadTooLarge, immediately if Content-Length exceeds the limit ·
 * BadRequest if the body is incomplete
 */
export function readLines<T extends z.ZodType>(
  request: Request,
  schema: T,
): AsyncIterable<ParsedLine<z.output<T>>> {
  if (!hasMediaType(request, linesMediaType))
    throw new ServiceError(
      "@error/UnsupportedMediaType",
      undefined,
      `Send the body as ${linesMediaType}, one JSON object per line, without a content encoding.`,
    );
  if (Number(request.headers.get("content-length") ?? 0) > limits.linesBytes) throw tooLarge();
  return parseLines(request.body, schema);
}
