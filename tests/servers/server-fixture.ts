import { randomUUID } from "node:crypto";
import type { Prisma } from "@/prisma/generated/client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import type { TestService } from "@/testing/test-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { send } from "./send";
import type { ComparedServer } from "./servers";

/** Returns the tenancy with callers that send real HTTP requests to the server. */
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
 * A server and its tenancies for the cases. Each server has its own tenancies, so that a code used
 * on one server is still unused on the other.
 */
export interface ServerFixture {
  server: ComparedServer;
  service: TestService;
  tenancy: TestTenancy;
  /** Another tenancy of the same server. */
  stranger: TestTenancy;
  suspended: TestTenancy;
  /** The tenancy whose limit `exhaust` has reached. */
  exhausted: TestTenancy;
  /** The headers that the tenancy's backend sends. */
  key: { authorization: string };
}

/** The headers that a page of the tenancy sends. */
export const page = { origin: testOrigin };

export async function createServerFixture(
  server: ComparedServer,
  service: TestService,
): Promise<ServerFixture> {
  const make = async (settings: Prisma.TenancyUpdateInput = {}) =>
    throughServer(server, await createTestTenancy(service, {}, settings));
  const tenancy = await make();
  return {
    server,
    service,
    tenancy,
    stranger: await make(),
    suspended: await make({ suspendedAt: new Date(service.clock.now()) }),
    exhausted: tenancy,
    key: { authorization: `Bearer ${tenancy.apiKey}` },
  };
}

/** Creates a tenancy whose limit a first request to the path reaches, for the next minute. */
export async function exhaust(fixture: ServerFixture, path: string): Promise<void> {
  const limits = { optionsPerMinutePerAddress: 1, verificationsPerMinutePerAddress: 1 };
  const { server, service } = fixture;
  fixture.exhausted = throughServer(server, await createTestTenancy(service, {}, limits));
  await fixture.exhausted.browser("POST", path, {});
}

export const newDevice = () => createSoftwareAuthenticator({ origin: testOrigin });

/** The fields of a new user. */
export const newUser = () => ({ username: "ada", userId: randomUUID() });

/** Registers a new user with one passkey. */
export async function registerUser({ tenancy }: Pick<ServerFixture, "tenancy">) {
  const device = newDevice();
  const { code, principal } = await register(tenancy, device, newUser());
  return { device, code, principal };
}
