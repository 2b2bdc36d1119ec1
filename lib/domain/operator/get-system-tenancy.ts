import type { Service } from "@/lib/domain/context";
import { createTenancy } from "@/lib/domain/tenancy/create-tenancy";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";

async function findSystemTenancy(service: Service): Promise<Tenancy | null> {
  const row = await service.db.tenancy.findFirst({
    where: { isSystem: true },
    select: { id: true },
  });
  return row === null ? null : findTenancy(service, row.id);
}

/**
 * The tenancy whose users may become operators (contract §2), made when there is none: its relying
 * party is the host that serves the console.
 * @throws BadRequest when the base URL's host can be no relying party, such as an address
 */
export async function getSystemTenancy(service: Service): Promise<Tenancy> {
  const known = await findSystemTenancy(service);
  if (known !== null) return known;
  const { hostname, origin } = new URL(service.baseUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const rules = isLocal
    ? ({ environment: "development", allowedOrigins: [] } as const)
    : ({ environment: "production", allowedOrigins: [origin] } as const);
  try {
    return await createTenancy(
      service,
      { kind: "system" },
      {
        name: "Keystead",
        rpId: hostname,
        ...rules,
        allowedOrigins: [...rules.allowedOrigins],
        isSystem: true,
      },
    );
  } catch (error) {
    // Another instance was first; the index lets one through.
    const made =
      error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002"
        ? await findSystemTenancy(service)
        : null;
    if (made === null) throw error;
    return made;
  }
}
