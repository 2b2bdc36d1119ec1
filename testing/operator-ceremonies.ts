import {
  beginLink,
  finishLink,
  type LinkCeremony,
} from "@/lib/domain/admin/operator/session/follow-link";
import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import { callApi } from "./api-client";
import type { TestService } from "./test-service";

/**
 * Returns the system tenancy's context without an actor. Its limits are too high for parallel tests
 * to reach, and its host is the service's.
 */
export async function openSystem(service: TestService): Promise<TenancyContext> {
  const { tenancy } = await systemContext(service, { requestId: "test", client: {} });
  const host = { rpId: new URL(service.baseUrl).hostname, environment: "development" } as const;
  await service.db.tenancy.update({
    where: { id: tenancy.id },
    data: {
      ...host,
      allowedOrigins: [],
      optionsPerMinutePerAddress: 100_000,
      optionsPerMinute: 100_000,
      verificationsPerMinutePerAddress: 100_000,
    },
  });
  return systemContext(service, { requestId: "test", client: { address: "192.0.2.7" } });
}

export const createOperatorDevice = (service: TestService): SoftwareAuthenticator =>
  createSoftwareAuthenticator({ origin: service.baseUrl });

async function post(
  system: TenancyContext,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const reply = await callApi("POST", `/v2/${system.tenancy.id}/passkey/${path}`, {
    body,
    headers: { origin: system.baseUrl, "x-client-id": system.tenancy.clientId },
  });
  if (reply.status !== 200)
    throw new Error(`expected 200, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/**
 * Runs a ceremony as the browser library does, discoverable unless it names credentials.
 * @returns the code
 */
export async function runCeremony(
  system: TenancyContext,
  device: SoftwareAuthenticator,
  ceremony: LinkCeremony | Record<string, never> = {},
): Promise<string> {
  if ("registrationToken" in ceremony) {
    const { sessionToken, optionsJSON } = await post(system, "registration/options", ceremony);
    const made = await post(system, "registration/verification", {
      sessionToken,
      response: device.register(optionsJSON as never),
    });
    return made["code"] as string;
  }
  const { sessionToken, optionsJSON } = await post(system, "authentication/options", ceremony);
  const used = await post(system, "authentication/verification", {
    sessionToken,
    response: device.authenticate(optionsJSON as never),
  });
  return used["code"] as string;
}

/**
 * Follows a link as its page does.
 * @returns the session cookie
 */
export async function followTestLink(
  system: TenancyContext,
  device: SoftwareAuthenticator,
  { link, email }: { link: string; email?: string },
): Promise<string> {
  const token = new URL(link).hash.slice(1);
  return finishLink(
    system,
    token,
    await runCeremony(system, device, await beginLink(system, token, email)),
  );
}
