import { countRequest } from "@/lib/domain/access/rate-limit/count-request";
import type { TenancyContext } from "@/lib/domain/base/context";

/**
 * Counts a console request of a visitor who is not signed in, per address, towards the system
 * tenancy's verification limit. It slows down guessing of codes and links.
 * @throws RateLimited
 */
export const countOpenRequest = (ctx: TenancyContext): Promise<void> =>
  countRequest(ctx, { rule: "verification", address: ctx.client.address });
