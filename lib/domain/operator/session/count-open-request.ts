import type { TenancyContext } from "@/lib/domain/context";
import { countRequest } from "@/lib/domain/rate-limit/count-request";
import { ServiceError } from "@/lib/errors";

/**
 * Counts what somebody does who is not signed in, by address, under the system tenancy's limit on
 * verifications: codes and links are guessed at no faster than passkeys. @throws RateLimited
 */
export async function countOpenRequest(ctx: TenancyContext): Promise<void> {
  const { waitMs } = await countRequest(ctx, ctx.tenancy.id, "verification", {
    address: ctx.client.address,
  });
  if (waitMs > 0)
    throw new ServiceError("@error/RateLimited", { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
