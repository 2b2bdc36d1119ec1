import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isForApi, readApiPath } from "./api-path";

const id = "01jd3s0m6kz8f4w2v9b7c5x1ta";
const own = (path: string) => /^\/[^/]+\/(token|user)\/[^/]+$|^\/healthz$/.test(path);
const read = (path: string) => readApiPath(path, own);

describe("the destination of a request", () => {
  test.each([
    [`/v2/${id}/principal/x`, `/v2/${id}/principal/x`],
    [`/v2/${id}/principal/x/`, `/v2/${id}/principal/x`],
    [`/${id}/principal/x`, `/v2/${id}/principal/x`],
    [`/${id}/passkey/registration/options/`, `/v2/${id}/passkey/registration/options`],
    [`/not-an-id/passkey/registration/options`, `/v2/not-an-id/passkey/registration/options`],
    [`/${id}/token/x`, `/${id}/token/x`],
    [`/unknown/user/x`, `/unknown/user/x`],
    [`/${id}/nope`, `/v2/${id}/nope`],
    ["/healthz/", "/healthz"],
    // One spelling reaches the same endpoint with the same checks; the other is a name that nothing
    // has.
    [`/v2/${id}/%70rincipal/x`, `/v2/${id}/principal/x`],
    [`/v2/${id}/principal%2fx`, `/v2/${id}/principal%2Fx`],
    [`/v2//${id}/principal/x`, `/v2//${id}/principal/x`],
    [`/v2/${id}/x/%2e%2e/principal/x`, `/v2/${id}/x/%2E%2E/principal/x`],
    [`/v2/${id}/x/../principal/x`, `/v2/${id}/x/%2E%2E/principal/x`],
    [`/v2/${id}/principal;v=1/x`, `/v2/${id}/principal%3Bv%3D1/x`],
    [`/v2/${id}/PRINCIPAL/x`, `/v2/${id}/PRINCIPAL/x`],
  ])("%s is the API path %s", (path, expected) =>
    expect(read(path)).toEqual({ kind: "api", path: expected }),
  );

  test.each([
    "/",
    "/console",
    `/console/${id}/users`,
    "/console/user/x",
    "/demo/passkey/x",
    "/auth/x/register",
    "/_next/static/x.js",
    "/nope/nope",
    "//evil.test",
  ])("%s is a page", (path) => expect(read(path)).toEqual({ kind: "page" }));

  test.each(["/%zz", "/console/%ff", `/nope/%ED%A0%80`])("%s is malformed", (path) =>
    expect(read(path)).toEqual({ kind: "malformed" }),
  );

  test.each([
    [`/v2/${id}/principal/%zz`, `/v2/${id}/principal/%00`],
    [`/${id}/token/a%ff`, `/${id}/token/%00`],
    [`/%zz/principal/x`, "/v2/%00/principal/x"],
  ])("%s goes to the endpoint, which rejects U+0000", (path, expected) =>
    expect(read(path)).toEqual({ kind: "api", path: expected }),
  );
});

describe("an unknown path", () => {
  test.each([
    ["POST", "/signup", undefined],
    ["POST", "/v2", undefined],
    ["GET", "/v2", "text/html"],
    ["DELETE", "/tenancies/x", undefined],
    ["GET", "/_next/data/build/healthz.json", "text/html"],
    ["GET", "/tenancies", "application/json"],
    ["GET", "/tenancies", "application/json, */*"],
  ])("%s %s is for the API if it accepts %s", (method, path, accept) =>
    expect(isForApi(path, { method, headers: { accept } })).toBe(true),
  );

  test.each([
    ["GET", "/signup", undefined],
    ["GET", "/signup", "*/*"],
    ["GET", "/signup", "text/html,application/xhtml+xml,application/json;q=0.8"],
    ["HEAD", "/nope.png", undefined],
    ["POST", "/console/nope", "application/json"],
  ])("%s %s is a page if it accepts %s", (method, path, accept) =>
    expect(isForApi(path, { method, headers: { accept } })).toBe(false),
  );

  test("no page and no file is taken for an API path", () => {
    const served = (folder: string): boolean =>
      readdirSync(folder, { recursive: true }).some((file) =>
        /(^|\/)(page|route)\.tsx?$/.test(String(file)),
      );
    const heads = readdirSync("app", { withFileTypes: true })
      .filter((entry) =>
        entry.isDirectory()
          ? !entry.name.startsWith("(") && served(`app/${entry.name}`)
          : /\.(svg|png|ico)$/.test(entry.name),
      )
      .map(({ name }) => name);
    for (const head of [...heads, ...readdirSync("public")])
      expect(isForApi(`/${head}`, { method: "POST", headers: {} }), head).toBe(false);
    expect(heads).toContain("inbox");
  });
});
