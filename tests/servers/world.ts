import { randomUUID } from "node:crypto";
import type { Prisma } from "@/prisma/generated/client";
import { createSoftwareAuthenticator } from "@/lib/testing/authenticator/software-authenticator";
import { register } from "@/lib/testing/ceremonies";
import type { TestService } from "@/lib/testing/test-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/lib/testing/test-tenancy";
import { send } from "./send";
import type { ComparedServer } from "./servers";

/** The same tenancy, called over real HTTP. */
export function throughServer(server: ComparedServer, tenancy: TestTenancy): TestTenancy {
  const caller =
    (base: Record<string, string>): TestTenancy["backend"] =>
    (method, path, body, headers = {}) =>
      send(server, {
        method,
        path: path.startsWith("/") ? path : `/v2/${tenancy.id}/${path}`,
        headers: { ...base, ...headers },
        ...(body === undefined ? {} : { body }),
      });
  return {
    ...tenancy,
    backend: caller({ authorization: `Bearer ${tenancy.apiKey}` }),
    browser: caller({ origin: testOrigin }),
  };
}

/**
 * What one door serves for the cases: tenancies of its own, so that what one door spends the other
 * still has.
 */
export interface World {
  server: ComparedServer;
  service: TestService;
  tenancy: TestTenancy;
  /** Another tenancy, whose key and ids are foreign. */
  stranger: TestTenancy;
  suspended: TestTenancy;
  /** One whose every limit has been reached. */
  exhausted: TestTenancy;
  /** The headers of the tenancy's backend. */
  key: { authorization: string };
}

/** The headers of a page of the tenancy. */
export const page = { origin: testOrigin };

export async function makeWorld(server: ComparedServer, service: TestService): Promise<World> {
  const make = async (settings: Prisma.TenancyUpdateInput = {}) =>
    throughServer(server, await createTestTenancy(service, {}, settings));
  const tenancy = await make();
  const exhausted = await make({
    optionsPerMinutePerAddress: 1,
    verificationsPerMinutePerAddress: 1,
  });
  await exhausted.browser("POST", "passkey/authentication/options", {});
  await exhausted.browser("POST", "passkey/authentication/verification", {});
  return {
    server,
    service,
    tenancy,
    stranger: await make(),
    suspended: await make({ suspendedAt: new Date(service.clock.now()) }),
    exhausted,
    key: { authorization: `Bearer ${tenancy.apiKey}` },
  };
}

export const newDevice = () => createSoftwareAuthenticator({ origin: testOrigin });

/** A user of one passkey, whose email nobody holds. */
export const somebody = () => ({ username: "ada", userId: randomUUID() });

/** A passkey just registered, and the code for it. */
export async function registerSomebody({ tenancy }: Pick<World, "tenancy">) {
  const device = newDevice();
  const { code, principal } = await register(tenancy, device, somebody());
  return { device, code, principal };
}
