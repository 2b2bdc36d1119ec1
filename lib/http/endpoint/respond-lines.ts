import type { z } from "zod";
import { linesMediaType } from "./read-lines";

const chunkCharacters = 32 * 1024;

export const linesHeaders = { "Content-Type": linesMediaType, "X-Content-Type-Options": "nosniff" };

/**
 * Streams NDJSON with backpressure. Waits for the first line before it returns, so that an early
 * failure still becomes an error response. A later failure calls `onError` and aborts the
 * connection.
 */
export async function linesResponse(
  schema: z.ZodType,
  lines: AsyncIterable<unknown>,
  {
    status,
    onError,
    takeTurn,
  }: {
    status: number;
    onError: (error: unknown) => void;
    takeTurn: <T>(work: () => Promise<T>) => Promise<T>;
  },
): Promise<Response> {
  const source = lines[Symbol.asyncIterator]();
  let next = await takeTurn(() => source.next());
  const readChunk = async () => {
    let text = "";
    for (; next.done !== true && text.length < chunkCharacters; next = await source.next())
      text += `${JSON.stringify(schema.parse(next.value))}\n`;
    return text;
  };
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const text = await takeTurn(readChunk);
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (next.done === true) controller.close();
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      // The client has disconnected, so stop reading from the database.
      cancel: async () => void (await source.return?.()),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers: linesHeaders });
}
