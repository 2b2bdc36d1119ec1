import type { Caller } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { type ApiKeyScope, hasScope } from "./scope";

/**
 * Requires a further scope for one field of a request. Callers without an API key pass.
 * @throws Forbidden naming the scope
 */
export function requireScope({ actor }: Caller, scope: ApiKeyScope): void {
  if (actor.kind === "apiKey" && !hasScope(actor.scopes, scope))
    throw new ServiceError("@error/Forbidden", undefined, `The API key lacks the scope ${scope}.`);
}
