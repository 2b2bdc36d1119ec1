import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { acceptPage, passkeySignInPath, signInPath } from "./wanted-page";

test.each([
  "/console/tenancies",
  "/console/01jd/users?state=disabled",
  "/console/01jd/passkeys/AbC_-9",
  "/console/01jd/users?q=a%2F%2Fb%5C+%C3%BC&order=email",
  "/console/to/api-keys",
])("%s is a page to return to", (page) => {
  expect(acceptPage(page)).toBe(page);
  const { pathname, searchParams } = new URL(signInPath(page), "https://keystead.example");
  expect([pathname, ...searchParams.getAll("next")]).toEqual(["/console/sign-in", page]);
});

describe("a sign-in", () => {
  test.each([
    ["nothing", undefined],
    ["an empty value", ""],
    ["a repeated parameter", ["/console/tenancies", "/console/status"]],
    ["an absolute URL", "https://evil.example/console/tenancies"],
    ["an own absolute URL", "https://keystead.example/console/tenancies"],
    ["a host", "//evil.example/console/"],
    ["a host after a backslash", "/\\evil.example"],
    ["two backslashes", "\\\\evil.example"],
    ["a backslash in the path", "/console/\\evil.example"],
    ["a backslash in the query", "/console/tenancies?q=\\\\evil"],
    ["parent paths to a host", "/console/../..//evil.example"],
    ["a parent path", "/console/../demo"],
    ["a last parent path", "/console/.."],
    ["an escaped parent path", "/console/%2e%2e/demo"],
    ["an escaped slash", "/console/%2f%2fevil.example"],
    ["an escaped backslash", "/console/%5cevil.example"],
    ["a twice escaped slash", "/console/%252f%252fevil.example"],
    ["an escaped page", "%2Fconsole%2Ftenancies"],
    ["an empty segment", "/console//evil.example"],
    ["an address in the query", "/console/tenancies?next=//evil.example"],
    ["a script", "javascript:alert(1)"],
    ["a script behind the path", "/console/javascript:alert(1)"],
    ["a script before the path", "javascript:alert(1)//console/tenancies"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["a user of a URL", "/console@evil.example/"],
    ["a path that begins alike", "/console.evil.example/a"],
    ["another path that begins alike", "/consoles/a"],
    ["another part of the service", "/demo"],
    ["the console without a page", "/console/"],
    ["a tab", "/console/\tusers"],
    ["a tab between slashes", "/\t/evil.example"],
    ["a line break", "/console/tenancies?q=\r\nSet-Cookie:a=b"],
    ["a last line break", "/console/tenancies\n"],
    ["a zero byte", "/console/tenancies\0"],
    ["a leading space", " /console/tenancies"],
    ["a fullwidth slash", "/console/／／evil.example"],
    ["a fragment", "/console/tenancies#//evil.example"],
    ["a long path", `/console/${"a".repeat(1_000)}`],
    ["a long query", `/console/tenancies?q=${"a".repeat(1_000)}`],
    ["the sign-in", "/console/sign-in"],
    ["the sign-in with a page", "/console/sign-in?next=%2Fconsole%2Ftenancies"],
    ["the sign-in by code", "/console/sign-in/code"],
    ["the sign-out", "/console/sign-out"],
    ["the set-up", "/console/set-up"],
    ["the recovery", "/console/recover"],
    ["an invitation", "/console/invitation"],
  ])("never leads to %s", (_, value) => {
    expect(acceptPage(value)).toBeNull();
    expect(signInPath(value)).toBe("/console/sign-in");
  });

  const downloads = readdirSync("app/console", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("/route.ts"))
    .map((file) => `/console/${file}`.replaceAll(/\(\w+\)\/|\/route\.ts$|[[\]]/g, ""));
  test.each(downloads)("never starts the download %s", (path) => {
    expect(acceptPage(path)).toBeNull();
    expect(acceptPage(`${path}?format=csv`)).toBeNull();
  });
});

test("says to the sign-in that the page needs a passkey", () => {
  expect(passkeySignInPath("/console/tenancies/new")).toBe(
    "/console/sign-in?next=%2Fconsole%2Ftenancies%2Fnew&needs=passkey",
  );
  expect(passkeySignInPath(undefined)).toBe("/console/sign-in?needs=passkey");
});
