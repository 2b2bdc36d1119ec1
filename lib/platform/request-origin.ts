/** Result of a request to the configured origin: its status, or why there is no response. */
export type OriginReply = { status: number } | { failure: string };

/**
 * Requests a path of the configured origin, as a browser would through the proxies.
 * @param headers what a visitor could send
 */
export async function requestOrigin(
  baseUrl: string,
  path: string,
  { headers, timeoutMs }: { headers: Record<string, string>; timeoutMs: number },
): Promise<OriginReply> {
  try {
    const { status, body } = await fetch(`${baseUrl}${path}`, {
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body?.cancel();
    return { status };
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name?: string };
    return { failure: cause?.code ?? name ?? "unknown reason" };
  }
}
