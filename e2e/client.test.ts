import type { KeysteadError } from "@/lib/client/v2";
import { errorOf, newEmail, open, register, signIn, valueOf } from "./customer-page";
import { expect, test } from "./fixtures";

declare global {
  interface Window {
    jsonMethods?: string[];
  }
}

/** Records the calls of the browser's own conversions (WebAuthn L3 §5.1.9). */
function recordJsonMethods(): void {
  const names: string[] = (window.jsonMethods = []);
  const record = (target: object, name: string) => {
    const method = Reflect.get(target, name) as (...values: unknown[]) => unknown;
    Reflect.set(target, name, function (this: unknown, ...values: unknown[]) {
      names.push(name);
      return method.apply(this, values);
    });
  };
  record(PublicKeyCredential, "parseCreationOptionsFromJSON");
  record(PublicKeyCredential, "parseRequestOptionsFromJSON");
  record(PublicKeyCredential.prototype, "toJSON");
}

test("a page on another origin registers and signs in, and its backend exchanges the code", async ({
  page,
  customer,
  authenticator,
  demo,
}) => {
  await open(page, customer);
  await page.evaluate(recordJsonMethods);
  const registered = valueOf(await register(page));
  expect(registered).toMatchObject({
    _tag: "RegistrationSuccess",
    token: registered.code,
    principal: { token: registered.code, givenName: "Ada", userVerified: true },
  });
  expect(await authenticator.credentials()).toHaveLength(1);
  const result = await signIn(page);
  const value = valueOf(result);
  expect(value).toMatchObject({
    _tag: "AuthenticationSuccess",
    token: value.code,
    principal: { sub: registered.principal.sub },
  });
  expect(result).toMatchObject({
    success: true,
    code: value.code,
    id_token: value.id_token,
    principal: value.principal,
  });
  const exchanged = await fetch(`${demo.endpoint}/v2/${demo.tenancyId}/principal/${value.code}`, {
    headers: { Authorization: `Bearer ${demo.apiKey}` },
  });
  expect(await exchanged.json()).toMatchObject({
    _tag: "ExtendedPrincipal",
    sub: registered.principal.sub,
    operation: "authentication",
  });
  const calls = await page.evaluate(() => window.events.filter(({ type }) => type === "request"));
  expect(await page.evaluate(() => window.jsonMethods)).toEqual([
    "parseCreationOptionsFromJSON",
    "toJSON",
    "parseRequestOptionsFromJSON",
    "toJSON",
  ]);
  expect(calls).toMatchObject(
    [
      "registration/options",
      "registration/verification",
      "authentication/options",
      "authentication/verification",
    ].map((name) => ({
      method: "POST",
      path: `/v2/${demo.tenancyId}/passkey/${name}`,
      status: 200,
    })),
  );
});

test("a backend's tokens determine the passkey's user and who signs in", async ({
  page,
  customer,
  authenticator,
  demo,
}) => {
  const authorize = async (path: string, body: object) => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${demo.apiKey}` };
    const reply = await fetch(`${demo.endpoint}/v2/${demo.tenancyId}/passkey/${path}/authorize`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await reply.json()) as { registrationToken: string; authenticationToken: string };
  };
  await open(page, customer);
  const userId = `user-${newEmail()}`;
  const { registrationToken } = await authorize("registration", { username: "Grace", userId });
  const registered = valueOf(
    await page.evaluate(
      (token) => window.keystead.registerPasskey({ registrationToken: token }),
      registrationToken,
    ),
  );
  expect(registered.principal.userId).toBe(userId);
  expect((await authenticator.credentials())[0]?.userName).toBe("Grace");
  const { authenticationToken } = await authorize("authentication", {
    userId,
    userVerification: "required",
  });
  const signedIn = valueOf(
    await page.evaluate(
      (token) => window.keystead.authenticatePasskey({ authenticationToken: token }),
      authenticationToken,
    ),
  );
  expect(signedIn.principal).toMatchObject({ userId, userVerified: true });
  const again = await page.evaluate(
    (token) => window.keystead.authenticatePasskey({ authenticationToken: token }),
    authenticationToken,
  );
  expect(errorOf(again)).toMatchObject({ _tag: "@error/InvalidToken" });
});

test("the unsafe client resolves to values and rejects with the same tags", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  const { code, principal } = await page.evaluate(
    (email) => window.unsafe.registerPasskey({ email }),
    newEmail(),
  );
  expect(principal.token).toBe(code);
  expect(await authenticator.credentials()).toHaveLength(1);
  const caught = await page.evaluate(async () => {
    try {
      await window.unsafe.registerPasskey({ email: "no address" });
      return undefined;
    } catch (error) {
      const { _tag, message } = error as KeysteadError;
      return {
        _tag,
        message,
        isError: error instanceof Error,
        isOurs: window.isKeysteadError(error),
        supported: window.unsafe.isPasskeySupported(),
      };
    }
  });
  expect(caught).toEqual({
    _tag: "@error/InvalidEmail",
    message: expect.stringMatching(/email/),
    isError: true,
    isOurs: true,
    supported: true,
  });
});
