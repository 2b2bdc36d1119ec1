import { expect, test } from "vitest";
import olderMount from "@/lib/http/request/older-mount.json";
import { type ApiReply, callApi } from "@/testing/api-client";
import { declaredRoutes } from "@/testing/declared-routes";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { violationsOf } from "@/testing/violations";
import { type Method, methodNames } from "./route-module";

const run = provideService();
const bearer = ({ apiKey }: TestTenancy) => ({ authorization: `Bearer ${apiKey}` });
const placeOf = (path: string, { id }: TestTenancy) =>
  path.replace("[tenancyId]", id).replace(/\[\w+\]/g, "x");
const ask = (tenancy: TestTenancy, method: Method, path: string) =>
  callApi(method, path, {
    headers: { ...bearer(tenancy), "x-request-id": "request-0001" },
    ...(method === "POST" || method === "PATCH" ? { body: {} } : {}),
  });
// What is fresh in each answer.
const settled = ({ status, body }: ApiReply) => ({
  status,
  body: JSON.stringify(body)?.replace(/"(\w*[tT]oken|challenge)":"[^"]+"/g, '"$1":"…"'),
});

const paths = [...new Set(declaredRoutes.map(({ path }) => path))];
const each = declaredRoutes.map(
  ({ method, path, declaration }) => [`${method} ${path}`, method, path, declaration] as const,
);

test("a trailing slash changes no response, and redirects nowhere", async () => {
  const violations = await violationsOf(each, async (_name, method, path) => {
    const tenancy = await createTestTenancy(run.current);
    const plain = await ask(tenancy, method, placeOf(path, tenancy));
    const slashed = await ask(tenancy, method, `${placeOf(path, tenancy)}/`);
    expect(settled(slashed)).toEqual(settled(plain));
    expect(plain.status).not.toBe(405);
    expect(plain.headers.get("location")).toBeNull();
  });
  expect(violations).toEqual([]);
});

test("a response is application/json with the request id, and no-store unless it has a max-age or an ETag", async () => {
  const violations = await violationsOf(each, async (_name, method, path, declaration) => {
    const tenancy = await createTestTenancy(run.current);
    const { headers, status } = await ask(tenancy, method, placeOf(path, tenancy));
    expect(headers.get("content-type")).toBe(
      declaration.respondsWithLines === true && status === 200
        ? "application/x-ndjson"
        : "application/json",
    );
    expect(headers.get("x-request-id")).toBe("request-0001");
    const aged = declaration.auth === "public" && declaration.cache !== undefined && status === 200;
    const revalidated = path === "/openapi.json" && status === 200;
    expect(headers.get("cache-control")).toBe(
      aged ? "public, max-age=300" : revalidated ? "no-cache, no-transform" : "no-store",
    );
    const isPublic = aged || revalidated;
    expect(headers.get("access-control-allow-origin")).toBe(
      isPublic || declaration.auth === "open" ? "*" : null,
    );
    expect(headers.get("cross-origin-resource-policy")).toBe(isPublic ? "cross-origin" : null);
  });
  expect(violations).toEqual([]);
});

test("every v2 body has its tag, and an error also its message", async () => {
  const violations = await violationsOf(each, async (_name, method, path, declaration) => {
    const tenancy = await createTestTenancy(run.current);
    const { status, body } = await ask(tenancy, method, placeOf(path, tenancy));
    if (status >= 400)
      expect(body).toMatchObject({
        _tag: expect.stringMatching(/^@error\/[A-Za-z]+$/) as string,
        message: expect.stringMatching(/\w/) as string,
      });
    else if (path.startsWith("/v2/[tenancyId]") && declaration.respondsWithLines !== true)
      expect(body._tag).toMatch(/^[A-Z]/);
  });
  expect(violations).toEqual([]);
});

const gets = (isSingleUse: boolean) =>
  each.filter(
    ([, method, , declaration]) =>
      method === "GET" && (declaration.isSingleUse === true) === isSingleUse,
  );

test("HEAD is refused where it would spend", async () => {
  const violations = await violationsOf(gets(true), async (_name, _method, path) => {
    const tenancy = await createTestTenancy(run.current);
    const head = await ask(tenancy, "HEAD", placeOf(path, tenancy));
    expect(head).toMatchObject({ status: 405, body: { _tag: "@error/MethodNotAllowed" } });
  });
  expect(violations).toEqual([]);
});

test("HEAD answers what GET does, without the body", async () => {
  const violations = await violationsOf(gets(false), async (_name, _method, path) => {
    const tenancy = await createTestTenancy(run.current);
    const get = await ask(tenancy, "GET", placeOf(path, tenancy));
    const head = await ask(tenancy, "HEAD", placeOf(path, tenancy));
    expect(head.status).toBe(get.status);
    expect(head.body).toBeUndefined();
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  });
  expect(violations).toEqual([]);
});

test("the older mount serves every v2 route, too", async () => {
  const cases = each.filter(([, , path]) => path.startsWith("/v2/[tenancyId]"));
  const violations = await violationsOf(cases, async (_name, method, path) => {
    const tenancy = await createTestTenancy(run.current);
    const current = await ask(tenancy, method, placeOf(path, tenancy));
    const older = await ask(tenancy, method, placeOf(path.replace("/v2/", "/"), tenancy));
    expect(settled(older)).toEqual(settled(current));
  });
  expect(violations).toEqual([]);
});

test("Allow lists exactly the methods of a path", async () => {
  const violations = await violationsOf(paths, async (path) => {
    const tenancy = await createTestTenancy(run.current);
    const declared = declaredRoutes.filter((route) => route.path === path);
    const works = new Set<string>(declared.map(({ method }) => method));
    if (
      declared.some(
        ({ method, declaration }) => method === "GET" && declaration.isSingleUse !== true,
      )
    )
      works.add("HEAD");
    if (
      declared.some(
        ({ declaration }) => declaration.auth === "browser" || declaration.auth === "open",
      )
    )
      works.add("OPTIONS");
    for (const method of methodNames.filter((name) => !works.has(name))) {
      const { status, headers } = await ask(tenancy, method, placeOf(path, tenancy));
      expect(status, method).toBe(405);
      expect(headers.get("allow")?.split(", ").sort(), method).toEqual([...works].sort());
    }
  });
  expect(violations).toEqual([]);
});

test("the older mount's table has every v2 family, so it handles a malformed tenancy id too", () => {
  const families = paths.flatMap((path) => /^\/v2\/\[tenancyId\]\/([\w-]+)/.exec(path)?.[1] ?? []);
  expect(
    [...new Set(families)].filter(
      (family) => family !== "user" && !olderMount.families.includes(family),
    ),
  ).toEqual([]);
});
