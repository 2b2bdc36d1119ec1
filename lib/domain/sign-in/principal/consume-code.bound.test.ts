import { describe, expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { registerSelf } from "@/testing/ceremonies";
import {
  codeOf,
  createHostedTenancy,
  type CreationOptions,
  type Visit,
  visit,
} from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const invalid = { status: 404, body: { _tag: "@error/InvalidCode" } };
const wrong = "w".repeat(43);
let count = 0;

/** Signs in on the hosted pages. Returns a code bound to the visitor's verifier. */
async function boundCode(
  tenancy: TestTenancy,
  kind: "passkey" | "email",
  email = `ada-${count++}@example.com`,
): Promise<{ visitor: Visit; code: string }> {
  const visitor = visit(run.current, tenancy);
  const { proof } = (await visitor.prove(email)).body as { proof?: string };
  if (kind === "email")
    return {
      visitor,
      code: codeOf(await visitor.step("without-passkey", { proof, later: false })),
    };
  const { sessionToken, optionsJSON } = (await visitor.step("new-passkey-options", { proof }))
    .body as unknown as CreationOptions;
  const device = createSoftwareAuthenticator({ origin: run.current.baseUrl });
  return {
    visitor,
    code: codeOf(
      await visitor.step("new-passkey", {
        proof,
        sessionToken,
        response: device.register(optionsJSON),
      }),
    ),
  };
}

type Exchange = (tenancy: TestTenancy, code: string) => ReturnType<TestTenancy["backend"]>;

/** Exchanges without the code's verifier. */
const wrongExchanges: [name: string, exchange: Exchange][] = [
  ["GET token", (tenancy, code) => tenancy.backend("GET", `/${tenancy.id}/token/${code}`)],
  [
    "GET token with a slash",
    (tenancy, code) => tenancy.backend("GET", `/${tenancy.id}/token/${code}/`),
  ],
  ["GET token on the v2 mount", (tenancy, code) => tenancy.backend("GET", `token/${code}`)],
  ["GET principal", (tenancy, code) => tenancy.backend("GET", `principal/${code}`)],
  [
    "GET principal on the older mount",
    (tenancy, code) => tenancy.backend("GET", `/${tenancy.id}/principal/${code}`),
  ],
  [
    "GET principal with the verifier in its query",
    (tenancy, code) => tenancy.backend("GET", `principal/${code}?code_verifier=${wrong}`),
  ],
  ["POST without a body", (tenancy, code) => tenancy.backend("POST", `principal/${code}`)],
  ["POST without a verifier", (tenancy, code) => tenancy.backend("POST", `principal/${code}`, {})],
  [
    "POST with a user id alone",
    (tenancy, code) => tenancy.backend("POST", `principal/${code}`, { userId: "ada" }),
  ],
  [
    "POST on the older mount",
    (tenancy, code) => tenancy.backend("POST", `/${tenancy.id}/principal/${code}`, {}),
  ],
  [
    "POST with a wrong verifier",
    (tenancy, code) => tenancy.backend("POST", `principal/${code}`, { code_verifier: wrong }),
  ],
  [
    "POST with a wrong verifier and a user id",
    (tenancy, code) =>
      tenancy.backend("POST", `principal/${code}`, { code_verifier: wrong, userId: "ada" }),
  ],
  [
    "POST with a wrong verifier on the older mount",
    (tenancy, code) =>
      tenancy.backend("POST", `/${tenancy.id}/principal/${code}`, { code_verifier: wrong }),
  ],
];

describe.each(["passkey", "email"] as const)("a bound code of a sign-in by %s", (kind) => {
  test("is exchanged only with its verifier; other requests do not use it up", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, code } = await boundCode(tenancy, kind);
    for (const [name, exchange] of wrongExchanges.filter(
      ([each]) => each !== "GET token on the v2 mount",
    ))
      expect(await exchange(tenancy, code), name).toMatchObject(invalid);
    expect((await tenancy.backend("GET", `token/${code}`)).status).toBe(404);
    const right = () =>
      tenancy.backend("POST", `principal/${code}`, { code_verifier: visitor.verifier });
    expect(await right()).toMatchObject({ status: 200, body: { authenticatorType: kind } });
    expect(await right()).toMatchObject(invalid);
  });

  test("is exchanged by one of 50 concurrent requests", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, code } = await boundCode(tenancy, kind);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        tenancy.backend("POST", `principal/${code}`, { code_verifier: visitor.verifier }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body._tag === "@error/InvalidCode")).toHaveLength(49);
  });

  test("is exchanged on the older mount, only with its own tenancy's key, within five minutes", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const other = await createHostedTenancy(run.current);
    const { visitor, code } = await boundCode(tenancy, kind);
    const late = await boundCode(tenancy, kind);
    expect(
      await other.backend("POST", `principal/${code}`, { code_verifier: visitor.verifier }),
    ).toMatchObject(invalid);
    expect(
      (
        await tenancy.backend("POST", `/${tenancy.id}/principal/${code}`, {
          code_verifier: visitor.verifier,
        })
      ).status,
    ).toBe(200);
    run.current.clock.advance(300_000);
    expect(
      await tenancy.backend("POST", `principal/${late.code}`, {
        code_verifier: late.visitor.verifier,
      }),
    ).toMatchObject(invalid);
  });

  test("audits a wrong verifier, and not a guessed code", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { code } = await boundCode(tenancy, kind);
    const countRefusals = () =>
      run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "principal.verifier-refused" },
      });
    await tenancy.backend("POST", `principal/${wrong}`, { code_verifier: wrong });
    expect(await countRefusals()).toBe(0);
    await tenancy.backend("POST", `principal/${code}`, { code_verifier: wrong });
    await tenancy.backend("GET", `principal/${code}`);
    expect(await countRefusals()).toBe(2);
  });
});

test("rejects a verifier for an unbound code, which stays valid (RFC 9700 §4.8.2)", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const page = {
    ...tenancy,
    browser: (method: "POST", path: string, body?: unknown) =>
      tenancy.browser(method, path, body, { origin: run.current.baseUrl }),
  } as TestTenancy;
  const { code } = await registerSelf(
    page,
    createSoftwareAuthenticator({ origin: run.current.baseUrl }),
    { email: "eve@example.com" },
  );
  expect(
    await tenancy.backend("POST", `principal/${code}`, { code_verifier: wrong }),
  ).toMatchObject(invalid);
  expect((await tenancy.backend("POST", `principal/${code}`, {})).status).toBe(200);
});

describe("the application's user id after a sign-in by emailed code", () => {
  const assign = async (tenancy: TestTenancy, email: string, userId: string) => {
    const { visitor, code } = await boundCode(tenancy, "email", email);
    return tenancy.backend("POST", `principal/${code}`, {
      code_verifier: visitor.verifier,
      userId,
    });
  };

  test("is assigned to a user who has none, and never changes", async () => {
    const tenancy = await createHostedTenancy(run.current);
    expect(await assign(tenancy, "grace@example.com", "grace")).toMatchObject({
      status: 200,
      body: { userId: "grace", authenticatorType: "email" },
    });
    expect(await assign(tenancy, "grace@example.com", "grace")).toMatchObject({
      status: 200,
      body: { userId: "grace" },
    });
    expect(await assign(tenancy, "grace@example.com", "hopper")).toMatchObject({
      status: 400,
      body: { issues: [{ path: "userId" }] },
    });
  });

  test("cannot be another user's id or sub; the refused code stays valid", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { body: first } = await assign(tenancy, "grace@example.com", "grace");
    const { body: nameless } = await assign(tenancy, "ada@example.com", "");
    expect(nameless._tag).toBe("@error/BadRequest");
    const { visitor, code } = await boundCode(tenancy, "email", "eve@example.com");
    for (const userId of ["grace", String(first["sub"])])
      expect(
        await tenancy.backend("POST", `principal/${code}`, {
          code_verifier: visitor.verifier,
          userId,
        }),
      ).toMatchObject({ status: 400, body: { issues: [{ path: "userId" }] } });
    expect(
      (await tenancy.backend("POST", `principal/${code}`, { code_verifier: visitor.verifier }))
        .status,
    ).toBe(200);
  });
});
