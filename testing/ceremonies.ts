import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { Lies } from "@/testing/authenticator/lies";
import type { SoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import type { ApiReply } from "./api-client";
import type { TestTenancy } from "./test-tenancy";

function requireStatus(reply: ApiReply, status: number): ApiReply {
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply;
}

export interface Begun<T> {
  sessionToken: string;
  optionsJSON: T;
}

/** Authorizes a registration as the backend and requests options as the page. */
export async function beginRegistration(
  tenancy: TestTenancy,
  fields: object = {},
): Promise<Begun<PublicKeyCredentialCreationOptionsJSON>> {
  const authorized = requireStatus(
    await tenancy.backend("POST", "passkey/registration/authorize", {
      username: "ada@example.com",
      ...fields,
    }),
    200,
  );
  const { registrationToken } = authorized.body;
  const options = requireStatus(
    await tenancy.browser("POST", "passkey/registration/options", { registrationToken }),
    200,
  );
  return options.body as unknown as Begun<PublicKeyCredentialCreationOptionsJSON>;
}

/** Requests self-service registration options as the page. */
export async function beginSelfRegistration(
  tenancy: TestTenancy,
  fields: object,
): Promise<Begun<PublicKeyCredentialCreationOptionsJSON>> {
  return requireStatus(await tenancy.browser("POST", "passkey/registration/options", fields), 200)
    .body as unknown as Begun<PublicKeyCredentialCreationOptionsJSON>;
}

export async function finishRegistration(
  tenancy: TestTenancy,
  device: SoftwareAuthenticator,
  begun: Begun<PublicKeyCredentialCreationOptionsJSON>,
  lies?: Lies,
): Promise<ApiReply> {
  return tenancy.browser("POST", "passkey/registration/verification", {
    sessionToken: begun.sessionToken,
    response: device.register(begun.optionsJSON, lies),
  });
}

export interface SignedIn {
  code: string;
  id_token: string;
  principal: { token: string; sub: string; authenticatorId: string; userId: string; email: string };
}

/** Runs a complete registration that the backend authorizes. */
export async function register(
  tenancy: TestTenancy,
  device: SoftwareAuthenticator,
  fields: object = {},
): Promise<SignedIn> {
  return requireStatus(
    await finishRegistration(tenancy, device, await beginRegistration(tenancy, fields)),
    200,
  ).body as unknown as SignedIn;
}

/** Runs a complete self-service registration. */
export async function registerSelf(
  tenancy: TestTenancy,
  device: SoftwareAuthenticator,
  fields: object,
): Promise<SignedIn> {
  return requireStatus(
    await finishRegistration(tenancy, device, await beginSelfRegistration(tenancy, fields)),
    200,
  ).body as unknown as SignedIn;
}

/**
 * Requests self-service sign-in options as the page. Discoverable unless the fields name an
 * account.
 */
export async function beginAuthentication(
  tenancy: TestTenancy,
  fields: object = {},
): Promise<Begun<PublicKeyCredentialRequestOptionsJSON>> {
  return requireStatus(await tenancy.browser("POST", "passkey/authentication/options", fields), 200)
    .body as unknown as Begun<PublicKeyCredentialRequestOptionsJSON>;
}

export async function finishAuthentication(
  tenancy: TestTenancy,
  device: SoftwareAuthenticator,
  begun: Begun<PublicKeyCredentialRequestOptionsJSON>,
  lies?: Lies,
): Promise<ApiReply> {
  return tenancy.browser("POST", "passkey/authentication/verification", {
    sessionToken: begun.sessionToken,
    response: device.authenticate(begun.optionsJSON, lies),
  });
}

/** Runs a complete sign-in, discoverable unless the fields name an account. */
export async function authenticate(
  tenancy: TestTenancy,
  device: SoftwareAuthenticator,
  fields: object = {},
): Promise<SignedIn> {
  return requireStatus(
    await finishAuthentication(tenancy, device, await beginAuthentication(tenancy, fields)),
    200,
  ).body as unknown as SignedIn;
}
