import type { PasskeyEndpoints } from "@/lib/contract/key-set";
import type { Service } from "@/lib/domain/base/context";
import { findAccountPage } from "@/lib/domain/base/tenancy/hosted-pages";
import { ServiceError } from "@/lib/errors";

/** The document for devices. They open both addresses in a browser. */
export const passkeyEndpoints = (accountPage: string): PasskeyEndpoints => ({
  enroll: accountPage,
  manage: accountPage,
});

/**
 * Returns where users of this host's passkeys create and manage them, for password managers and
 * devices (W3C, "A Well-Known URL for Relying Party Passkey Endpoints").
 * @throws NotFound unless a system owner confirmed the host for a tenancy that has an account page
 */
export async function getPasskeyEndpoints(
  { db, baseUrl }: Pick<Service, "db" | "baseUrl">,
  host: string,
): Promise<PasskeyEndpoints> {
  const confirmed = await db.relatedOriginsHost.findUnique({
    where: { host },
    select: {
      tenancy: {
        select: {
          id: true,
          isSystem: true,
          environment: true,
          rpId: true,
          rpIds: true,
          allowedOrigins: true,
          hostedPages: true,
          accountPage: true,
          suspendedAt: true,
        },
      },
    },
  });
  const tenancy = confirmed?.tenancy;
  const accountPage =
    tenancy === undefined || tenancy.suspendedAt !== null
      ? null
      : findAccountPage(tenancy, baseUrl);
  if (accountPage === null) throw new ServiceError("@error/NotFound");
  return passkeyEndpoints(accountPage);
}
