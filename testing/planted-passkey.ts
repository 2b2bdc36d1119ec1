import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import type { ApiReply } from "./api-client";
import type { beginRegistration } from "./ceremonies";
import {
  beginAuthentication,
  finishAuthentication,
  finishRegistration,
  register,
  registerSelf,
} from "./ceremonies";
import { testOrigin, type TestTenancy } from "./test-tenancy";

/** The user under attack. */
export const victim = { userId: "ada", username: "ada@example.com", email: "ada@example.com" };

export const newDevice = (): SoftwareAuthenticator =>
  createSoftwareAuthenticator({ origin: testOrigin });

/** Signs in with any passkey of the device. */
export const signIn = async (
  tenancy: TestTenancy,
  device: SoftwareAuthenticator,
  lies?: Parameters<typeof finishAuthentication>[3],
): Promise<ApiReply> =>
  finishAuthentication(tenancy, device, await beginAuthentication(tenancy), lies);

/** Registers the victim with one passkey and a verified email. */
export async function createVictim(tenancy: TestTenancy) {
  const device = newDevice();
  const { principal } = await register(tenancy, device, victim);
  await tenancy.backend("PATCH", `user/${principal.sub}`, { emailVerified: true });
  return { device, sub: principal.sub, passkeyId: principal.authenticatorId };
}

/**
 * Replays the attack: a script in the customer's page uses the live session to make the backend
 * authorize a passkey, and registers the attacker's. Returns the reply that refused it, or the last.
 */
export async function plantPasskey(
  tenancy: TestTenancy,
  attacker: SoftwareAuthenticator,
): Promise<ApiReply> {
  const authorized = await tenancy.backend("POST", "passkey/registration/authorize", victim);
  if (authorized.status !== 200) return authorized;
  const { registrationToken } = authorized.body;
  const begun = await tenancy.browser("POST", "passkey/registration/options", {
    registrationToken,
  });
  return finishRegistration(
    tenancy,
    attacker,
    begun.body as unknown as Awaited<ReturnType<typeof beginRegistration>>,
  );
}

/**
 * Replays it by way of self-service: the script registers a stranger, and sends the code to the
 * backend, which links it to the user of the session.
 */
export async function plantByCode(
  tenancy: TestTenancy,
  attacker: SoftwareAuthenticator,
  body: object = {},
): Promise<ApiReply> {
  const { code } = await registerSelf(tenancy, attacker, { username: "stranger" });
  return tenancy.backend("POST", `principal/${code}`, { userId: victim.userId, ...body });
}
