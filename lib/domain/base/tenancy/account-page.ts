import { findHostedPages } from "./hosted-pages";
import type { Tenancy } from "./tenancy";

type WithPages = Parameters<typeof findHostedPages>[0] &
  Pick<Tenancy, "id" | "hostedPages" | "accountPage">;

/**
 * Returns the address of the page on which users see and change their passkeys; null if the tenancy
 * has no such page.
 */
export const findAccountPage = (tenancy: WithPages, baseUrl: string): string | null =>
  tenancy.hostedPages && tenancy.accountPage && findHostedPages(tenancy, baseUrl).available
    ? `${baseUrl}/auth/${tenancy.id}/account`
    : null;
