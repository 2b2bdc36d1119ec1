import type { Actor, Service } from "@/lib/domain/base/context";
import { checkRelyingParty } from "@/lib/domain/base/tenancy/check-relying-party";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { requireName } from "@/lib/domain/base/tenancy/name";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { settingsOfNew } from "./compatible-settings";

export interface NewTenancy {
  name: string;
  environment: Tenancy["environment"];
  rpId: string;
  rpIds?: string[];
  rpName?: string;
  allowedOrigins?: string[];
  isSystem?: boolean;
  /** For clients of an older generation of this API. */
  isCompatible?: boolean;
}

/**
 * Creates a tenancy with the default settings of contract §2. Self-service registration starts on in
 * development and off elsewhere. It is always off in the system tenancy.
 * @throws BadRequest for an invalid name, rpId or origin
 */
export async function createTenancy(
  service: Service,
  actor: Actor,
  input: NewTenancy,
): Promise<Tenancy> {
  const { rpIds = [], allowedOrigins = [], isSystem = false, isCompatible = false } = input;
  const name = requireName("name", input.name);
  const rpName = requireName("rpName", input.rpName ?? name);
  checkRelyingParty({ rpId: input.rpId, rpIds, allowedOrigins });
  const id = service.createId();
  const now = new Date(service.clock.now());
  await service.db.$transaction(async (tx) => {
    await tx.tenancy.create({
      data: {
        id,
        name,
        isSystem,
        environment: input.environment,
        rpId: input.rpId,
        rpIds,
        rpName,
        allowedOrigins,
        clientId: service.createId(),
        // The console accepts only passkeys with fingerprint, face or PIN.
        ...(isSystem
          ? { selfServiceRegistration: false, userVerification: "required" }
          : settingsOfNew({ environment: input.environment, isCompatible })),
        createdAt: now,
        updatedAt: now,
      },
    });
    await recordAudit({ ...service, tenancy: { id }, actor }, tx, {
      action: "tenancy.created",
      target: { kind: "tenancy", id },
    });
  });
  const tenancy = await findTenancy(service, id);
  if (tenancy === null) throw new Error("created tenancy not found");
  return tenancy;
}
