import { maskSecrets } from "./backend/mask-secrets";

/** The JSON of a call, with secrets masked. */
export interface Bodies {
  request?: unknown;
  response?: unknown;
}

const observed = new Map<string, Bodies>();

function parse(text: unknown): unknown {
  try {
    return maskSecrets(JSON.parse(String(text)) as object);
  } catch {
    return undefined;
  }
}

/**
 * Records the bodies that the browser library sends and receives, for the call log only. An
 * application doesn't need this: the library's events name each call without its bodies.
 * @returns a function that restores `fetch`
 */
export function observeBodies(): () => void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (typeof input === "string" && input.includes("/v2/"))
      observed.set(new URL(input, window.location.href).pathname, {
        request: parse(init?.body),
        response: parse(await response.clone().text()),
      });
    return response;
  };
  return () => void (window.fetch = fetch);
}

/** Returns the bodies of the last call of a path, once. */
export function takeBodies(path: string): Bodies {
  const bodies = observed.get(path) ?? {};
  observed.delete(path);
  return bodies;
}
