import type { Answer, Traced } from "./backend/answer";
import { maskSecrets } from "./backend/mask-secrets";
import type { SnippetName } from "./snippets";
import { addToTrace } from "./trace";

/** Posts JSON to the demo's backend. Traces the request and the API calls that the backend made. */
export async function callBackend<T extends object = object>(
  path: string,
  snippet: SnippetName,
  body: object = {},
): Promise<Answer<T>> {
  const startedAt = performance.now();
  let answer: Traced<Answer<T>> = {
    ok: false,
    tag: "network",
    message: "The demo’s backend is unreachable. Check that it is running.",
    calls: [],
  };
  let status = 0;
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    status = response.status;
    answer = (await response.json()) as Traced<Answer<T>>;
  } catch {
    // The existing error message covers this case.
  }
  const { calls, ...rest } = answer;
  addToTrace(snippet, [
    {
      from: "page",
      method: "POST",
      path,
      status,
      ms: performance.now() - startedAt,
      request: maskSecrets(body),
      response: maskSecrets(rest),
    },
    ...calls.map((call) => ({ ...call, from: "backend" as const })),
  ]);
  return rest;
}
