import { expect, test } from "vitest";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register, registerSelf } from "./ceremonies";
import type { TestService } from "./test-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "./test-tenancy";

type Service = { readonly current: TestService };

const device = () => createSoftwareAuthenticator({ origin: testOrigin });

/**
 * Tests what contract §5 promises of user/{sub} on one mount. `place` returns the path of a user;
 * `tag` has the other fields of the reply.
 */
export function testUserRoutes(
  run: Service,
  { place, tag }: { place: (tenancyId: string, sub: string) => string; tag: object },
): void {
  const get = (tenancy: TestTenancy, sub: string) => tenancy.backend("GET", place(tenancy.id, sub));
  const patch = (tenancy: TestTenancy, sub: string, body: object) =>
    tenancy.backend("PATCH", `${place(tenancy.id, sub)}/`, body);

  test("returns the user and nothing else, and NotFound for an unknown sub or an application id", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device(), { userId: "ada" });
    const user = {
      sub: principal.sub,
      email: "ada@example.com",
      givenName: "",
      familyName: "",
      emailVerified: false,
      enabled: true,
    };
    expect(await get(tenancy, principal.sub)).toMatchObject({ status: 200 });
    expect((await get(tenancy, principal.sub)).body).toEqual({ ...tag, user });
    for (const sub of ["ada", run.current.createId()])
      expect(await get(tenancy, sub)).toMatchObject({
        status: 404,
        body: { _tag: "@error/NotFound" },
      });
    expect(await patch(tenancy, "ada", { givenName: "x" })).toMatchObject({
      status: 404,
      body: { _tag: "@error/NotFound" },
    });
  });

  test("says whether the user is enabled, and a disabled user can still be changed", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { sub } = (await register(tenancy, device())).principal;
    await setUserDisabled(tenancy.ctx, sub, true, "test");
    const disabled = { status: 200, body: { user: { sub, enabled: false } } };
    expect(await get(tenancy, sub)).toMatchObject(disabled);
    expect(await patch(tenancy, sub, { givenName: "Ada" })).toMatchObject(disabled);
    await setUserDisabled(tenancy.ctx, sub, false);
    expect((await get(tenancy, sub)).body).toMatchObject({ user: { enabled: true } });
  });

  test("changes names and the verified flag, alone or together", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device());
    expect(
      (await patch(tenancy, principal.sub, { givenName: "Ada", emailVerified: true })).body,
    ).toMatchObject({ ...tag, user: { givenName: "Ada", familyName: "", emailVerified: true } });
    expect(
      (await patch(tenancy, principal.sub, { familyName: "Lovelace", givenName: "" })).body,
    ).toMatchObject({ user: { givenName: "", familyName: "Lovelace", emailVerified: true } });
  });

  test.each([
    ["an email", { email: "eve@example.com" }, "email"],
    ["an unknown field beside a valid one", { givenName: "Ada", isAdmin: true }, "isAdmin"],
    ["a name of 101 characters", { givenName: "x".repeat(101) }, "givenName"],
    ["a flag that is not a boolean", { emailVerified: "yes" }, "emailVerified"],
    ["an empty body", {}, ""],
  ])("%s returns 400 with the field and changes nothing", async (_name, body, path) => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device());
    const before = await get(tenancy, principal.sub);
    const reply = await patch(tenancy, principal.sub, body);
    expect(reply).toMatchObject({ status: 400, body: { _tag: "@error/BadRequest" } });
    expect((reply.body["issues"] as { path: string }[]).map((issue) => issue.path)).toContain(path);
    expect((await get(tenancy, principal.sub)).body).toEqual(before.body);
  });

  test("verifying a claim makes the email owned, and removes it from other claimants", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = "ada@example.com";
    const one = await registerSelf(tenancy, device(), { email });
    const two = await registerSelf(tenancy, device(), { email });
    await patch(tenancy, one.principal.sub, { emailVerified: true });
    expect((await get(tenancy, two.principal.sub)).body).toMatchObject({ user: { email: "" } });
    expect(
      (await tenancy.browser("POST", "passkey/registration/options", { email })).body._tag,
    ).toBe("@error/DuplicateEmail");
    expect(await patch(tenancy, two.principal.sub, { emailVerified: true })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "emailVerified" }] },
    });
    await patch(tenancy, one.principal.sub, { emailVerified: false });
    expect((await tenancy.browser("POST", "passkey/registration/options", { email })).status).toBe(
      200,
    );
  });

  test("an email that another user has come to own can't be verified", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = "ada@example.com";
    const claim = await registerSelf(tenancy, device(), { email: "eve@example.com" });
    await register(tenancy, device(), { username: email });
    await run.current.db.user.update({
      where: { tenancyId_sub: { tenancyId: tenancy.id, sub: claim.principal.sub } },
      data: { email, emailNormalized: email },
    });
    expect(await patch(tenancy, claim.principal.sub, { emailVerified: true })).toMatchObject({
      status: 409,
      body: { _tag: "@error/DuplicateEmail" },
    });
  });
}
