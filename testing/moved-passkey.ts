import { expect } from "vitest";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import { register } from "./ceremonies";
import type { TestService } from "./test-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "./test-tenancy";
import { exportOf, importInto } from "./vault-files";

export interface Moved {
  device: SoftwareAuthenticator;
  /** Keystead's own id. */
  ownId: string;
}

/** Registers a passkey in another tenancy and imports it with the id of its former service. */
export async function movePasskeyIn(
  service: TestService,
  tenancy: TestTenancy,
  { id, userId }: { id: string; userId: string },
): Promise<Moved> {
  const device = createSoftwareAuthenticator({ origin: testOrigin });
  const former = await createTestTenancy(service);
  await register(former, device, { userId, username: userId });
  const [line] = await exportOf(former);
  service.clock.advance(1);
  expect(await importInto(tenancy, [{ ...line, id }])).toMatchObject({ created: 1 });
  const { id: ownId } = await service.db.passkey.findFirstOrThrow({
    where: { tenancyId: tenancy.id, credentialId: line?.credentialId ?? "" },
  });
  return { device, ownId };
}
