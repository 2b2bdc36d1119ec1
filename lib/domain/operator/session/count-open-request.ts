import type { TenancyContext } from "@/lib/domain/context";
import { countRequest } from "@/lib/domain/rate-limit/count-request";
import { ServiceError } from "@/lib/errors";

/**
 * Counts a console request of a visitor who is not signed in, per address, towards the system
 * tenancy's verification limit. It slows down guessing of codes and links.
 * @throws RateLimited
 */
export async function countOpenRequest(ctx: TenancyContext): Promise<void> {
  const { waitMs } = await countRequest(ctx, ctx.tenancy.id, "verification", {
    address: ctx.client.address,
  });
  if (waitMs > 0)
    throw new ServiceError("@error/RateLimited", { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
