import type { Method } from "@/lib/http/endpoint/route-module";
import { readApiPath } from "@/lib/http/router/api-path";
import { bySpecificity } from "@/lib/http/router/by-specificity";
import { routes } from "@/server/routes.generated";

export interface ApiReply {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON. Undefined for an empty body or JSON Lines. */
  body: Record<string, unknown> & { _tag?: string };
}

export interface ApiRequest {
  /** Strings and bytes are sent unchanged, other values as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The client address that the production server would set. */
  address?: string;
}

const patterns = [...routes].sort(bySpecificity).map(({ path, module }) => ({
  route: path,
  module,
  names: [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? ""),
  pattern: new RegExp(
    `^${path
      .replace(/\/\[\[\.\.\.\w+\]\]$/, "(?:/.*)?")
      .replace(/\./g, "\\.")
      .replace(/\(\?:\/\\\.\*\)\?/, "(?:/.*)?")
      .replace(/\[\w+\]/g, "([^/]+)")}$`,
  ),
}));

const find = (path: string) => patterns.find(({ pattern }) => pattern.test(path));

/** Calls the handler of a path, on either mount, without a server. */
export async function callApi(
  method: Method,
  path: string,
  { body, headers = {}, address = "203.0.113.7" }: ApiRequest = {},
): Promise<ApiReply> {
  const destination = readApiPath(path.split("?", 1)[0] ?? "/", (own) => find(own) !== undefined);
  const found = destination.kind === "api" ? find(destination.path) : undefined;
  if (destination.kind !== "api" || found === undefined)
    throw new Error(`no route answers ${path}`);
  (globalThis as { keysteadAddressIsStamped?: boolean }).keysteadAddressIsStamped = true;
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers: {
      "x-keystead-client-address": address,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : {
          body:
            typeof body === "string"
              ? body
              : body instanceof Uint8Array
                ? new Uint8Array(body)
                : JSON.stringify(body),
        }),
  });
  const values = found.pattern.exec(destination.path)?.slice(1) ?? [];
  const params = Object.fromEntries(
    found.names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]),
  );
  const response = await found.module[method](request, {
    params: Promise.resolve(params),
    route: found.route,
  });
  const text = await response.text();
  const isJson = text !== "" && response.headers.get("content-type") === "application/json";
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as ApiReply["body"],
  };
}
