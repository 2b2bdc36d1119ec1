import { oneBitOff } from "@/testing/authenticator/distorted-base64url";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { type CreationOptions, type RequestOptions, type Visit, visit } from "./hosted-visitor";
import type { TestService } from "./test-service";
import type { TestTenancy } from "./test-tenancy";

export const device = (origin = "http://localhost:3000") => createSoftwareAuthenticator({ origin });
export const invalid = { status: 400, body: { _tag: "@error/InvalidToken" } };

/** Returns the compact JWE with one bit of its tag changed. */
export const withTagOff = (sealed: string) => sealed.replace(/[^.]+$/, (tag) => oneBitOff(tag));

let count = 0;
export const newEmail = () => `grace-${count++}@example.com`;

/** Registers a user on the register page. */
export async function signUp(
  service: TestService,
  tenancy: TestTenancy,
  email = newEmail(),
  more: object = { givenName: "Grace", familyName: "Hopper" },
) {
  const visitor = visit(service, tenancy);
  const phone = device();
  const { body } = await visitor.prove(email, { page: "register", ...more });
  const { proof } = body as { proof?: string };
  const options = (await visitor.step("new-passkey-options", { proof }))
    .body as unknown as CreationOptions;
  const done = await visitor.step("new-passkey", {
    proof,
    sessionToken: options.sessionToken,
    response: phone.register(options.optionsJSON),
  });
  return { visitor, phone, email, proof, done };
}

export async function signIn(visitor: Visit, phone: ReturnType<typeof device>) {
  const options = (await visitor.step("passkey-options", { mediation: "required" }))
    .body as unknown as RequestOptions;
  return visitor.step("passkey-sign-in", {
    sessionToken: options.sessionToken,
    response: phone.authenticate(options.optionsJSON),
  });
}

export const exchange = (
  tenancy: TestTenancy,
  code: string,
  { verifier }: Visit,
  more: object = {},
) => tenancy.backend("POST", `principal/${code}`, { code_verifier: verifier, ...more });
export const userOf = (tenancy: TestTenancy, email: string) =>
  tenancy.ctx.db.user.findFirst({ where: { tenancyId: tenancy.id, emailNormalized: email } });
