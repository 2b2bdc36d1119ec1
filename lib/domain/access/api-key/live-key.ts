import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";

/** An API key that is neither locked, revoked nor expired, in a live tenancy. */
export interface LiveKey {
  apiKeyId: string;
  scopes: string[];
  tenancy: Tenancy;
}
