import { badRequest } from "@/lib/errors";
import type { Declaration } from "./declaration";

const header = "Idempotency-Key";

/** Whether a request asks to be run at most once, at an endpoint that can do that. */
export const isIdempotent = ({ headers }: Request, { onceReply }: Declaration): boolean =>
  onceReply !== undefined && headers.has(header);

/** Whether `handle` may share statements with other requests. It runs alone if it runs once. */
export const isCoalesced = (request: Request, declaration: Declaration): boolean =>
  declaration.isCoalesced === true && !isIdempotent(request, declaration);

/** Reads the Idempotency-Key. @throws BadRequest unless it is 1 to 255 printable ASCII characters */
export function readIdempotencyKey({ headers }: Request): string {
  const key = headers.get(header) ?? "";
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw badRequest(header, "must be 1 to 255 printable ASCII characters");
  return key;
}
