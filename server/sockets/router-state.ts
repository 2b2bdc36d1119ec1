import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { setHeader } from "@/lib/http/request/client-address";

const header = "next-router-state-tree";

const Segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.string().regex(/^(c|oc|d|[cd]i(\(\.\)|\(\.\.\.\)|(\(\.\.\)){1,2}))$/),
    z.array(z.string()).nullable(),
  ]),
]);

/** What Next accepts (next/dist/server/app-render/types.js). */
const State: z.ZodType = z.lazy(() =>
  z.tuple([
    Segment,
    z.record(z.string(), State),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish(),
    z.number().nullish(),
    z.string().optional(),
  ]),
);

function isState(text: string): boolean {
  try {
    return State.safeParse(JSON.parse(decodeURIComponent(text))).success;
  } catch {
    return false;
  }
}

/**
 * Removes the state of Next's client if it is malformed, because Next fails with 500. Without it, a
 * response has the whole page.
 */
export function dropMalformedState(request: IncomingMessage): void {
  const state = request.headers[header];
  if (state !== undefined && !isState(String(state))) setHeader(request, header, undefined);
}
