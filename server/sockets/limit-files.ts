import { ServiceError } from "@/lib/errors";
import { sendError } from "@/lib/http/endpoint/respond";
import { readStampedAddress } from "@/lib/http/request/client-address";
import type { Clock } from "@/lib/platform/clock";
import { pageLimits } from "./page-limits";
import type { Handle } from "./socket-limits";
import { createVisitorLimit } from "./visitor-limit";

// Not /readyz: a balancer would take the instance out.
const isFile = (url: string) => /^\/(client|aaguid)\//.test(url);
const isDocument = (url: string) => /^\/(schemas\/|openapi\.json\b)/.test(url);

/** Limits how many of the API's files an address requests. */
export function limitFiles(
  handle: Handle,
  clock: Clock,
  {
    perMinute,
    documentsPerMinute,
  }: { perMinute: number; documentsPerMinute: number } = pageLimits.files,
): Handle {
  const countFile = createVisitorLimit(clock, perMinute);
  const countDocument = createVisitorLimit(clock, documentsPerMinute);

  return (request, response) => {
    const { url = "" } = request;
    const count = isFile(url) ? countFile : isDocument(url) ? countDocument : undefined;
    const waitMs = count?.({ address: readStampedAddress(request) }) ?? 0;
    if (waitMs === 0) return handle(request, response);
    sendError(
      response,
      new ServiceError("@error/RateLimited", { retryAfterSeconds: Math.ceil(waitMs / 1_000) }),
    );
  };
}
