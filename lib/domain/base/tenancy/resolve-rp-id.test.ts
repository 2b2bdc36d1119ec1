import { describe, expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { checkRelyingParty } from "./check-relying-party";

const run = provideService();
/** The SHA-256 of the empty text. */
const keyHash = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";
const hexKeyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const check =
  (rpId: string, allowedOrigins: string[] = [], rpIds: string[] = []) =>
  () =>
    checkRelyingParty({ rpId, rpIds, allowedOrigins });

describe("settings (public suffix list)", () => {
  test.each([
    [
      "the domain itself and one below",
      "example.com",
      ["https://example.com", "https://app.example.com"],
    ],
    ["a port", "example.com", ["https://example.com:8443"]],
    ["an app origin", "example.com", [`android:apk-key-hash:${keyHash}`]],
    ["an extension", "example.com", [`chrome-extension://${"abcdefghijklmnop".repeat(2)}`]],
    [
      "web views",
      "example.com",
      [
        "capacitor://localhost",
        "ionic://localhost",
        "tauri://localhost",
        "https://localhost",
        "http://tauri.localhost",
      ],
    ],
    ["localhost", "localhost", ["http://localhost:3000"]],
    ["a name below a private suffix", "mine.github.io", ["https://mine.github.io"]],
  ])("accepts %s", (_name, rpId, origins) => expect(check(rpId, origins)).not.toThrow());

  test.each([
    ["a public suffix", "co.uk", [], "rpId"],
    ["a private suffix", "github.io", [], "rpId"],
    ["a top level", "com", [], "rpId"],
    ["upper case", "Example.com", [], "rpId"],
    ["a trailing dot", "example.com.", [], "rpId"],
    ["an address", "127.0.0.1", [], "rpId"],
    ["another domain's origin", "example.com", ["https://evil.test"], "allowedOrigins.0"],
    [
      "a domain that only ends alike",
      "example.com",
      ["https://notexample.com"],
      "allowedOrigins.0",
    ],
    ["an origin one label up", "app.example.com", ["https://example.com"], "allowedOrigins.0"],
    ["plain http", "example.com", ["http://example.com"], "allowedOrigins.0"],
    ["a path", "example.com", ["https://example.com/x"], "allowedOrigins.0"],
    ["userinfo", "example.com", ["https://x@example.com"], "allowedOrigins.0"],
  ])("rejects %s", (_name, rpId, origins, path) => {
    let refusal: unknown;
    try {
      check(rpId, origins)();
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ tag: "@error/BadRequest", extra: { issues: [{ path }] } });
  });

  test.each([
    ["https://*.example.com", "without a *"],
    ["https://example.com:*", "without a *"],
    ["*", "without a *"],
    [`android:apk-key-hash:${keyHash}=`, `Enter android:apk-key-hash:${keyHash}`],
    [
      `android:apk-key-hash:${keyHash.replace("-", "+").replace("_", "/")}`,
      `Enter android:apk-key-hash:${keyHash}`,
    ],
    [`android:apk-key-hash:${hexKeyHash}`, `Enter android:apk-key-hash:${keyHash}`],
    [
      `android:apk-key-hash:${hexKeyHash.toUpperCase().match(/../g)?.join(":")}`,
      `Enter android:apk-key-hash:${keyHash}`,
    ],
    ["android:apk-key-hash:2jmj7l5rSw0yVb_vlWAYkK_YBwk", "SHA-1"],
    [`android:apk-key-hash:${"a1".repeat(20)}`, "SHA-1"],
    ["android:apk-key-hash:", "43 characters"],
    [`android:apk-key-hash:${keyHash}A`, "43 characters"],
    ["android:apk-key-hash:*", "43 characters"],
    ["android:com.example.app", "android:apk-key-hash:…"],
    ["ios:bundle-id:com.example.app", "https:// and the relying party id"],
    ["chrome-extension://short", "32 letters"],
    [`chrome-extension://${"q".repeat(32)}`, "32 letters"],
    ["capacitor://app", "capacitor://localhost"],
    ["tauri://localhost/", "capacitor://localhost"],
    ["http://capacitor.localhost.example.com", "must start with https://"],
  ])("says what is wrong with %s", (origin, words) =>
    expect(check("example.com", [origin])).toThrow(words),
  );

  test("a second rpId allows its own origins", () =>
    expect(check("example.com", ["https://example.org"], ["example.org"])).not.toThrow());
});

describe("ceremonies on localhost", () => {
  const options = async (environment: "development" | "production", origin: string) => {
    const tenancy = await createTestTenancy(run.current, { environment });
    return tenancy.browser("POST", "passkey/registration/options", { username: "ada" }, { origin });
  };
  const rpIdOf = ({ body }: Awaited<ReturnType<typeof options>>) =>
    (body["optionsJSON"] as { rp: { id: string } }).rp.id;

  test.each([
    ["http://localhost:3000", "localhost"],
    ["http://localhost", "localhost"],
    ["http://app.localhost:8080", "app.localhost"],
    ["https://app.example.com", "example.com"],
  ])("a development page on %s gets the rpId %s", async (origin, rpId) =>
    expect(rpIdOf(await options("development", origin))).toBe(rpId),
  );

  test.each([
    "https://localhost:3000",
    "http://localhost.evil.test",
    "http://evil-localhost",
    "http://localhost:0",
    "http://LOCALHOST:3000",
  ])("rejects %s as localhost", async (origin) =>
    expect((await options("development", origin)).status).toBe(403),
  );

  test("a production tenancy rejects localhost", async () =>
    expect((await options("production", "http://localhost:3000")).status).toBe(403));

  test.each([
    ["localhost", "http://localhost:3000", 200],
    ["app.localhost", "http://app.localhost:3000", 200],
    ["app.localhost", "http://other.localhost:3000", 400],
    ["example.com", "http://localhost:3000", 400],
  ])("rpId %s on %s returns %i", async (rpId, origin, status) => {
    const tenancy = await createTestTenancy(run.current, { environment: "development" });
    const begun = await beginRegistration(tenancy, { rpId });
    const reply = await finishRegistration(tenancy, createSoftwareAuthenticator({ origin }), begun);
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.body["reason"]).toBe("origin");
  });

  test("trims and lower-cases an rpId, and rejects localhost in production", async () => {
    const tenancy = await createTestTenancy(run.current);
    const authorize = (rpId: string) =>
      tenancy.backend("POST", "passkey/registration/authorize", { username: "ada", rpId });
    expect((await authorize(" Example.COM ")).status).toBe(200);
    for (const rpId of ["localhost", "app.example.com", "com"])
      expect(await authorize(rpId)).toMatchObject({
        status: 400,
        body: { issues: [{ path: "rpId" }] },
      });
  });
});
