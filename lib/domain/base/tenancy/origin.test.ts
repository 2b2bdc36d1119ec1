import { expect, test } from "vitest";
import { isAllowedOrigin, isCeremonyOrigin, localhostOf } from "./origin";
import { isWebOrigin } from "./web-address";

const production = {
  environment: "production",
  allowedOrigins: ["https://app.example.com", "android:apk-key-hash:abc_DEF-1"],
} as const;
const rules = { ...production, allowedOrigins: [...production.allowedOrigins] };
const development = { ...rules, environment: "development" } as const;

test.each(["https://app.example.com", "android:apk-key-hash:abc_DEF-1"])(
  "allows %s exactly as written",
  (origin) => expect(isAllowedOrigin(rules, origin)).toBe(true),
);

test.each([
  ["http://app.example.com", "another scheme"],
  ["https://app.example.com:443", "a port, though the default one"],
  ["https://app.example.com:8443", "another port"],
  ["https://app.example.com/", "a path"],
  ["https://app.example.com.", "a trailing dot"],
  ["https://APP.example.com", "upper case"],
  ["HTTPS://app.example.com", "an upper-case scheme"],
  ["https://eve@app.example.com", "userinfo"],
  ["https://app.example.com@evil.test", "userinfo that looks like it"],
  ["https://app.example.com.evil.test", "a longer host"],
  ["https://evil.test/https://app.example.com", "the origin in a path"],
  ["https://xapp.example.com", "a host that ends alike"],
  ["https://example.com", "the parent"],
  ["https://a.app.example.com", "a child"],
  [" https://app.example.com", "a space"],
  ["https://app.example.com, https://evil.test", "a list"],
  ["null", "an opaque origin"],
  ["", "nothing"],
  ["*", "a star"],
  ["android:apk-key-hash:ABC_DEF-1", "another key hash"],
])("rejects %j: %s", (origin) => {
  expect(isAllowedOrigin(rules, origin)).toBe(false);
  expect(isAllowedOrigin(development, origin)).toBe(false);
});

test.each([
  ["http://localhost", "localhost"],
  ["http://localhost:3000", "localhost"],
  ["http://localhost:65535", "localhost"],
  ["http://app.localhost:8080", "app.localhost"],
  ["http://a.b.localhost", "a.b.localhost"],
])("allows %s (host %s) in development only", (origin, host) => {
  expect(localhostOf(development, origin)).toBe(host);
  expect(isAllowedOrigin(development, origin)).toBe(true);
  for (const environment of ["staging", "production"] as const)
    expect(isAllowedOrigin({ ...rules, environment }, origin)).toBe(false);
});

test.each([
  "https://localhost",
  "http://localhost/",
  "http://localhost:",
  "http://localhost:03000",
  "http://localhost:123456",
  "http://.localhost",
  "http://-.localhost",
  "http://x..localhost",
  "http://notlocalhost",
  "http://localhost.evil.test",
  "http://localhost@evil.test",
  "http://eve@localhost",
  "http://LOCALHOST",
  "http://localhost\nhttp://evil.test",
  "http://127.0.0.1:3000",
  "http://[::1]:3000",
])("rejects %j as localhost", (origin) => expect(isAllowedOrigin(development, origin)).toBe(false));

test.each([
  ["http://localhost:3000", "localhost", true],
  ["http://app.localhost:3000", "localhost", true],
  ["http://app.localhost:3000", "app.localhost", true],
  ["http://app.localhost:3000", "other.localhost", false],
  ["http://localhost:3000", "app.localhost", false],
  ["http://localhost:3000", "example.com", false],
  ["https://app.example.com", "example.com", true],
  ["https://evil.test", "example.com", false],
])("a ceremony on %s with the rpId %s is allowed: %s", (origin, rpId, fits) =>
  expect(isCeremonyOrigin(development, origin, rpId)).toBe(fits),
);

const extension = `chrome-extension://${"a".repeat(32)}`;
const webViews = [
  "capacitor://localhost",
  "ionic://localhost",
  "tauri://localhost",
  "https://localhost",
  "http://tauri.localhost",
];
const apps = { ...rules, rpId: "localhost", allowedOrigins: [...webViews, extension] };

test.each(webViews)("%s may call the API once listed, but never runs a ceremony", (origin) => {
  expect(isAllowedOrigin(rules, origin)).toBe(false);
  expect(isAllowedOrigin(apps, origin)).toBe(true);
  for (const rpId of ["localhost", "example.com", "tauri.localhost"])
    expect(isCeremonyOrigin(apps, origin, rpId)).toBe(false);
});

test("an extension may do both once listed", () => {
  expect(isAllowedOrigin(rules, extension)).toBe(false);
  expect(isAllowedOrigin(apps, extension)).toBe(true);
  expect(isCeremonyOrigin(apps, extension, "example.com")).toBe(true);
});

test("a wildcard is no web origin", () => expect(isWebOrigin("https://*.example.com")).toBe(false));
