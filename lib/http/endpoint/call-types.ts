import type { z } from "zod";
import type { ErrorTag } from "@/lib/errors";
import type { RunningService } from "@/lib/service/service";
import type { Auth } from "./declaration";

/** One request while an endpoint handles it. */
export interface Call {
  request: Request;
  /** Limited to the share of database connections that belongs to `budget`. */
  service: RunningService;
  /**
   * The key of the call's turns and connections: the tenancy in the path, one key for all tenancies
   * that don't exist, or the endpoint if its path has no tenancy.
   */
  budget: string;
  requestId: string;
  params: Record<string, string>;
  /** Set once the tenancy is known to exist. */
  tenancyId?: string;
  /** The API key that authenticated the request. */
  apiKeyId?: string | undefined;
  /** Added to every response, errors included. */
  headers: Record<string, string>;
}

export interface CalledEndpoint {
  label: string;
  auth?: Auth;
  errors: ReadonlySet<ErrorTag>;
  /** Of the body, the query and the path. */
  input?: readonly z.ZodType[];
  /** Message of Unavailable for endpoints that can't promise that nothing was changed. */
  unavailable?: string | undefined;
  /**
   * The endpoint checks its path parameters itself, after authentication. Only the tenancy id is
   * checked before.
   */
  checksParams?: boolean;
}
