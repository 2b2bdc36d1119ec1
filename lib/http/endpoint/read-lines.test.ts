import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ParsedLine } from "@/lib/contract/lines";
import { isServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { readLines } from "./read-lines";

const schema = z.object({ n: z.int() });
type Line = ParsedLine<z.output<typeof schema>>;

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { "content-type": "application/x-ndjson", ...headers },
    ...({ duplex: "half" } as object),
  });

/** A body in chunks, and how many of them were asked for. */
function chunked(chunks: Iterable<string | Uint8Array>): {
  body: ReadableStream<Uint8Array>;
  taken: () => number;
  cancelled: () => boolean;
} {
  const source = chunks[Symbol.iterator]();
  let taken = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = source.next();
        if (done === true) return controller.close();
        taken += 1;
        controller.enqueue(typeof value === "string" ? new TextEncoder().encode(value) : value);
      },
      cancel: () => void (cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { body, taken: () => taken, cancelled: () => cancelled };
}

async function collect(request: Request): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(request, schema)) lines.push(line);
  return lines;
}

async function tagOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
  } catch (error) {
    return isServiceError(error) ? error.tag : String(error);
  }
}

function* endlessly(text: string) {
  for (;;) yield text;
}

describe("lines", () => {
  test.each([1, 2, 3, 7, 1_000])("are the same for chunks of %i bytes", async (size) => {
    const bytes = new TextEncoder().encode('{"n":1}\r\n\n{"n":2,"x":"ü🔑"}\n{"n":"x"}\n\n{"n":3}');
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    expect(await collect(post(chunked(parts).body))).toEqual([
      { line: 1, value: { n: 1 } },
      { line: 3, value: { n: 2 } },
      { line: 4, fault: "field", message: expect.stringContaining("n: ") as string },
      { line: 6, value: { n: 3 } },
    ]);
  });

  test.each([null, "", "\n", "\r\n\r\n"])("of %j there are none", async (body) =>
    expect(await collect(post(body))).toEqual([]),
  );

  test("over the limit are reported and not buffered; at the limit they are read", async () => {
    const padded = (bytes: number) =>
      `{"n":1,"x":"${"x".repeat(bytes - '{"n":1,"x":""}'.length)}"}`;
    expect(
      await collect(post(`${padded(limits.lineBytes)}\n${padded(limits.lineBytes + 1)}\n{"n":2}`)),
    ).toMatchObject([
      { value: { n: 1 } },
      { line: 2, fault: "too-long" },
      { line: 3, value: { n: 2 } },
    ]);
  });

  test("are read with backpressure, and not after the reader stops", async () => {
    const { body, taken, cancelled } = chunked(endlessly('{"n":1}\n'));
    const lines = readLines(post(body), schema)[Symbol.asyncIterator]();
    for (let index = 0; index < 3; index++) await lines.next();
    expect(taken()).toBe(3);
    await lines.return?.();
    expect(cancelled()).toBe(true);
  });
});

describe("too much", () => {
  test("is rejected before reading if declared", () => {
    const { body, taken } = chunked(endlessly("x"));
    expect(() =>
      readLines(post(body, { "content-length": String(limits.linesBytes + 1) }), schema),
    ).toThrow(expect.objectContaining({ tag: "@error/PayloadTooLarge" }) as Error);
    expect(taken()).toBe(0);
  });

  test("stops just over the limit if not declared", async () => {
    const { body, taken, cancelled } = chunked(endlessly(`{"n":1${" ".repeat(4_088)}}\n`));
    expect(await tagOf(() => collect(post(body)))).toBe("@error/PayloadTooLarge");
    expect(taken()).toBe(Math.floor(limits.linesBytes / 4_096) + 1);
    expect(cancelled()).toBe(true);
  });

  test("is not buffered without a line end", async () => {
    const { body } = chunked(endlessly("x".repeat(65_536)));
    expect(await tagOf(() => collect(post(body)))).toBe("@error/PayloadTooLarge");
  });

  test("counts lines, including blank ones", async () => {
    expect(await tagOf(() => collect(post("\n".repeat(limits.lines + 1))))).toBe(
      "@error/PayloadTooLarge",
    );
    expect(await collect(post("\n".repeat(limits.lines)))).toEqual([]);
  });
});

test("an incomplete body throws BadRequest after the lines that arrived", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"n":1}\n{"n":')),
    pull: (controller) => controller.error(new Error("gone")),
  });
  const lines = readLines(post(broken), schema)[Symbol.asyncIterator]();
  expect(await lines.next()).toMatchObject({ value: { line: 1, value: { n: 1 } } });
  expect(await tagOf(() => lines.next())).toBe("@error/BadRequest");
});
