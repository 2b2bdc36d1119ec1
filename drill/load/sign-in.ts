import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { exchangeCode } from "./exchange";
import { asBrowser, type Load, type Person } from "./load";
import { expectSuccess, presentOnce, sometimesTwice } from "./present";

async function signInAs(load: Load, { device, address }: Person): Promise<void> {
  const base = `/v2/${load.tenancyId}/passkey/authentication`;
  const headers = asBrowser(load, address);
  const options = await load.send({
    kind: "sign-in options",
    method: "POST",
    path: `${base}/options`,
    headers,
    body: {},
  });
  if (!expectSuccess(load, options)) return;
  const { sessionToken, optionsJSON } = options.body as {
    sessionToken: string;
    optionsJSON: PublicKeyCredentialRequestOptionsJSON;
  };
  const response = device.authenticate(optionsJSON);
  const call = {
    kind: "sign-in verification",
    method: "POST" as const,
    path: `${base}/verification`,
    headers,
    body: { sessionToken, response },
  };
  const signedIn = await presentOnce(
    load,
    { kind: "sign-in session", value: sessionToken, issuedAt: options.endedAt },
    sometimesTwice(call),
    "@error/InvalidToken",
  );
  if (signedIn === undefined) return;
  load.journal.signIns.push({
    requestId: signedIn.requestId,
    credentialId: response.id,
    counter: device.credentials[0]?.counter ?? 0,
  });
  await exchangeCode(load, signedIn);
}

/** Signs in the user who waited longest, and exchanges the code. */
export async function signIn(load: Load): Promise<void> {
  const person = load.people.shift();
  if (person === undefined) return;
  await signInAs(load, person);
  load.people.push(person);
}
