import type { Credentials } from "./credentials";

export interface TriedCall {
  method: string;
  /** Template such as `/v2/{tenancyId}/passkeys/{passkeyId}`. */
  path: string;
  caller: "backend" | "browser" | "anybody";
  parameters: { name: string; place: "path" | "query" | "header"; value: string }[];
  mediaType?: string | undefined;
  body?: string | undefined;
}

export interface TriedReply {
  status: number;
  ms: number;
  headers: [name: string, value: string][];
  body: string;
  isJson: boolean;
  /** Whether the body is only the beginning. */
  isTruncated: boolean;
}

/** Longer response bodies, such as exports, are truncated. */
export const shownKilobytes = 256;

/** Returns the path and query of a call. They never contain the key. */
export function addressOf({ path, parameters }: TriedCall, tenancyId: string): string {
  const values = new Map(
    parameters.filter(({ place }) => place === "path").map(({ name, value }) => [name, value]),
  );
  const filled = path.replace(/\{(\w+)\}/g, (_place, name: string) =>
    encodeURIComponent(name === "tenancyId" ? tenancyId.trim() : (values.get(name) ?? "")),
  );
  const query = new URLSearchParams(
    parameters
      .filter(({ place, value }) => place === "query" && value !== "")
      .map(({ name, value }) => [name, value]),
  ).toString();
  return query === "" ? filled : `${filled}?${query}`;
}

async function readStart(response: Response): Promise<{ text: string; isTruncated: boolean }> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isTruncated: false };
    text += decoder.decode(value, { stream: true });
    bytes += value.byteLength;
    if (bytes <= shownKilobytes * 1000) continue;
    await reader.cancel();
    return { text: text.slice(0, shownKilobytes * 1000), isTruncated: true };
  }
  return { text, isTruncated: false };
}

function pretty(text: string): { body: string; isJson: boolean } {
  try {
    return { body: JSON.stringify(JSON.parse(text), null, 2), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}

/**
 * Calls this installation.
 * @throws TypeError without a response
 */
export async function sendRequest(
  call: TriedCall,
  { tenancyId, apiKey, clientId }: Credentials,
): Promise<TriedReply> {
  const headers = {
    ...(call.caller === "backend" ? { Authorization: `Bearer ${apiKey.trim()}` } : {}),
    ...(call.caller === "browser" && clientId.trim() !== ""
      ? { "X-CLIENT-ID": clientId.trim() }
      : {}),
    ...(call.mediaType !== undefined && call.body !== undefined && call.body !== ""
      ? { "Content-Type": call.mediaType }
      : {}),
  };
  const startedAt = performance.now();
  const response = await fetch(addressOf(call, tenancyId), {
    method: call.method,
    headers,
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
    referrerPolicy: "no-referrer",
    ...(call.body === undefined || call.body === "" ? {} : { body: call.body }),
  });
  const { text, isTruncated } = await readStart(response);
  return {
    status: response.status,
    ms: performance.now() - startedAt,
    headers: [...response.headers],
    isTruncated,
    ...pretty(text),
  };
}
