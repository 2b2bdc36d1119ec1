import { type ErrorTag, isServiceError, ServiceError } from "@/lib/errors";
import { isUnavailable, unknownOutcome } from "./database";
import { describeThrown, type Logger } from "./log";

interface FailedRequest {
  requestId: string;
  /** Template of the path. */
  route?: string | undefined;
  /** The tags that the caller may see. Default: all. */
  errors?: ReadonlySet<ErrorTag> | undefined;
  /** Message of Unavailable, if it can't promise that nothing was changed. */
  unavailable?: string | undefined;
}

/**
 * Maps a thrown value to the error that the caller sees: a declared error as it is, Unavailable, or
 * Internal, which is logged.
 */
export function describeFailure(
  log: Logger,
  error: unknown,
  { requestId, route, errors, unavailable }: FailedRequest,
): ServiceError {
  if (isServiceError(error) && (errors === undefined || errors.has(error.tag))) return error;
  if (!isServiceError(error) && isUnavailable(error))
    return new ServiceError("@error/Unavailable", undefined, unavailable ?? unknownOutcome(error));
  const tag = isServiceError(error) ? error.tag : undefined;
  log.error({ requestId, route, tag, ...describeThrown(error) }, "internal error");
  return new ServiceError("@error/Internal", { requestId });
}
