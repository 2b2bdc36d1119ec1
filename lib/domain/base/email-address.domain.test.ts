import { describe, expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { parseEmail } from "./email-address";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });

describe("domains that only a URL parser accepts", () => {
  test.each([
    ["a port", "ada@example.com:25"],
    ["a query", "ada@example.com?subject=x"],
    ["a fragment", "ada@example.com#x"],
    ["a backslash", "ada@example.com\\x"],
    ["a path", "ada@example.com/x"],
    ["userinfo", "ada@eve:x@example.com"],
    ["an address in brackets", "ada@[127.0.0.1]"],
    ["a hexadecimal address", "ada@0x7f.1"],
    ["a trailing dot", "ada@example.com."],
    ["an underscore", "ada@exa_mple.com"],
    ["a hyphen at a label's end", "ada@example-.com"],
    ["a label of 64 characters", `ada@${"a".repeat(64)}.com`],
    ["a right-to-left override", "ada@ex\u202eample.com"],
    ["a line separator", "ada@example.com\u2028x"],
  ])("rejects %s in the domain", (_name, given) => expect(parseEmail(given)).toBeNull());
});

test("accepts 254 octets and rejects 255, counting octets instead of characters", () => {
  const ofLabel = (length: number) =>
    `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(length)}.com`;
  expect(Buffer.byteLength(ofLabel(63))).toBe(254);
  expect(parseEmail(ofLabel(63))).not.toBeNull();
  const over = ofLabel(63).replace("@", "@e.").replace(/^aa/, "a");
  expect(Buffer.byteLength(over)).toBe(255);
  expect(parseEmail(over)).toBeNull();
  const wide = `ada@${"ü".repeat(40)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(51)}.com`;
  expect(wide.length).toBeLessThan(254);
  expect(Buffer.byteLength(wide)).toBeGreaterThan(254);
  expect(parseEmail(wide)).toBeNull();
  // The normalized form is limited too: IDNA makes each label longer.
  const grows = (labels: number) => `${"a".repeat(20)}@${"ü.".repeat(labels)}com`;
  expect(Buffer.byteLength(grows(30))).toBeLessThan(254);
  expect(parseEmail(grows(30))).toBeNull();
  expect(parseEmail(grows(25))).not.toBeNull();
});

test.each([
  ["case", "Ada@Example.COM"],
  ["surrounding space", "  ada@example.com  "],
])("an owned email matches regardless of %s", async (_name, variant) => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, device(), {
    username: "ada",
    email: "ada@example.com",
  });
  expect(
    (await tenancy.browser("POST", "passkey/registration/options", { email: variant })).body._tag,
  ).toBe("@error/DuplicateEmail");
  expect(
    (await register(tenancy, device(), { username: "ada", email: variant })).principal.sub,
  ).toBe(principal.sub);
});

test.each([
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
  ["zo\u00eb@example.com", "zoe\u0308@example.com"],
])("an owned %s matches %s", async (owned, variant) => {
  const tenancy = await createTestTenancy(run.current);
  await register(tenancy, device(), { username: "ada", email: owned });
  expect(
    (await tenancy.browser("POST", "passkey/registration/options", { email: variant })).body._tag,
  ).toBe("@error/DuplicateEmail");
});

test("stores and returns the email as given, trimmed", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await registerSelf(tenancy, device(), { email: " Ada@BÜCHER.example " });
  expect((await tenancy.backend("GET", `user/${principal.sub}`)).body).toMatchObject({
    user: { email: "Ada@BÜCHER.example" },
  });
});

test.each([
  ["two recipients", "ada@example.com, eve@example.com"],
  ["a further header", "ada@example.com\r\nBcc: eve@example.com"],
  ["a bare line feed", "ada@example.com\nx"],
  ["a fragment", "ada@example.com#x"],
])("rejects %s in every email field as InvalidEmail, and creates no user", async (_name, email) => {
  const tenancy = await createTestTenancy(run.current);
  const replies = [
    await tenancy.backend("POST", "passkey/registration/authorize", { username: "ada", email }),
    await tenancy.browser("POST", "passkey/registration/options", { email }),
    await tenancy.browser("POST", "passkey/authentication/options", { email }),
  ];
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 400, body: { _tag: "@error/InvalidEmail" } });
  expect(await run.current.db.oneTimeToken.count({ where: { tenancyId: tenancy.id } })).toBe(0);
});
