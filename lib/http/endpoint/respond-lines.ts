import type { z } from "zod";
import { linesMediaType } from "./read-lines";

const chunkCharacters = 32 * 1024;

export const linesHeaders = { "Content-Type": linesMediaType, "X-Content-Type-Options": "nosniff" };

/**
 * NDJSON that is made while it is read, no faster: `onBroken` is told when the lines end in an
 * error, which the reader sees as a connection that breaks off. The first line is made before this
 * answers, so that an early failure can still become an error's answer.
 */
export async function linesResponse(
  schema: z.ZodType,
  lines: AsyncIterable<unknown>,
  {
    status,
    onBroken,
    takeTurn,
  }: {
    status: number;
    onBroken: (error: unknown) => void;
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
          onBroken(error);
          controller.error(error);
        }
      },
      // Whoever went away needs no more pages from the database.
      cancel: async () => void (await source.return?.()),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers: linesHeaders });
}
