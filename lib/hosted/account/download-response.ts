/**
 * Streams a file without read-ahead: backpressure reaches the database. Waits for the first chunk, so
 * that a refusal is still an error response.
 */
export async function downloadResponse(
  texts: AsyncGenerator<string, void, undefined>,
): Promise<Response> {
  let next = await texts.next();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next.done === true) return controller.close();
        controller.enqueue(encoder.encode(next.value));
        next = await texts.next();
      },
      cancel: async () => void (await texts.return()),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" },
  });
}
