import { randomInt, randomUUID } from "node:crypto";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { exchangeCode } from "./exchange";
import { asBackend, asBrowser, type Load } from "./load";
import { expectSuccess, presentOnce, sometimesTwice } from "./present";

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Registers a new user with a passkey, and exchanges the code. */
export async function register(load: Load): Promise<void> {
  const base = `/v2/${load.tenancyId}/passkey/registration`;
  const userId = randomUUID();
  const address = randomAddress();
  const authorized = await load.send({
    kind: "registration authorize",
    method: "POST",
    path: `${base}/authorize`,
    headers: asBackend(load),
    body: { username: `${userId}@example.com`, userId },
  });
  if (!expectSuccess(load, authorized)) return;
  const { registrationToken } = authorized.body as { registrationToken: string };
  const options = await presentOnce(
    load,
    { kind: "registration token", value: registrationToken, issuedAt: authorized.endedAt },
    sometimesTwice({
      kind: "registration options",
      method: "POST",
      path: `${base}/options`,
      headers: asBrowser(load, address),
      body: { registrationToken },
    }),
    "@error/InvalidToken",
  );
  if (options === undefined) return;
  const { sessionToken, optionsJSON } = options.body as {
    sessionToken: string;
    optionsJSON: PublicKeyCredentialCreationOptionsJSON;
  };
  const device = createSoftwareAuthenticator({ origin: load.origin });
  const response = device.register(optionsJSON);
  const registered = await presentOnce(
    load,
    { kind: "registration session", value: sessionToken, issuedAt: options.endedAt },
    sometimesTwice({
      kind: "registration verification",
      method: "POST",
      path: `${base}/verification`,
      headers: asBrowser(load, address),
      body: { sessionToken, response },
    }),
    "@error/InvalidToken",
  );
  if (registered === undefined) return;
  const { principal } = registered.body as {
    principal: { sub: string; authenticatorId: string };
  };
  const { sub, authenticatorId: passkeyId } = principal;
  const { requestId } = registered;
  load.journal.registrations.push({
    requestId,
    userId,
    sub,
    passkeyId,
    credentialId: response.id,
  });
  await exchangeCode(load, registered);
  load.people.push({ device, passkeyId, address });
}
