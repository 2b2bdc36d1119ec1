import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { sensitiveScopes } from "@/lib/contract/api-key-scope";
import { callApi } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration } from "@/testing/ceremonies";
import { declaredRoutes } from "@/testing/declared-routes";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { violationsOf } from "@/testing/violations";
import type { Method } from "./route-module";

const run = provideService();

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

interface Field {
  /** Names from the body's root, "0" for the first of a list. */
  path: string[];
  type: string;
  mayBeNull: boolean;
  /** Of the body itself: null then means that it is left out. */
  isOptional?: boolean;
}

/** Every leaf of a body's schema, as the validators themselves describe it. */
function leavesOf(
  reference: JsonSchema,
  root: JsonSchema,
  path: string[] = [],
  mayBeNull = false,
): Field[] {
  const schema =
    reference.$ref === undefined
      ? reference
      : (root.$defs?.[reference.$ref.replace("#/$defs/", "")] ?? root);
  if (Array.isArray(schema.type))
    return schema.type
      .filter((type) => type !== "null")
      .map((type) => ({ path, type, mayBeNull: schema.type?.includes("null") === true }));
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0)
    return Object.entries(schema.properties).flatMap(([name, inner]) =>
      leavesOf(inner, root, [...path, name]).map((field) =>
        path.length === 0 && field.path.length === 1 && schema.required?.includes(name) !== true
          ? { ...field, isOptional: true }
          : field,
      ),
    );
  if (schema.items !== undefined)
    return [{ path, type: "array", mayBeNull }, ...leavesOf(schema.items, root, [...path, "0"])];
  const choices = schema.anyOf ?? schema.allOf;
  if (choices !== undefined) {
    const nullable = choices.some(({ type }) => type === "null");
    return choices
      .filter(({ type }) => type !== "null")
      .flatMap((choice) => leavesOf(choice, root, path, nullable));
  }
  return schema.type === undefined && schema.const === undefined && schema.enum === undefined
    ? []
    : [{ path, type: schema.type ?? typeof schema.const, mayBeNull }];
}

const withBody = declaredRoutes.flatMap(({ method, path, declaration: { body, keepsNull } }) =>
  body === undefined ? [] : [{ name: `${method} ${path}`, method, path, body, keepsNull }],
);

const fields = withBody.flatMap(({ name, method, path, body, keepsNull }) => {
  const schema = z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return leavesOf(schema, schema).map(({ isOptional = false, ...field }) => {
    const label = `${name}: ${field.path.join(".")}`;
    return [label, method, path, { ...field, isOptional: isOptional && !keepsNull }] as const;
  });
});

/** The field's value at its place, and nothing else. */
function bodyWith(path: string[], value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, name) => (name === "0" ? [inner] : { [name]: inner }),
    value,
  );
}

/** One of each kind of JSON value, and what query languages make of objects. */
const hostile: unknown[] = [
  {},
  { $ne: null },
  { not: "" },
  { contains: "" },
  { equals: { x: 1 } },
  [],
  [[]],
  [{ $gt: "" }],
  [null],
  1,
  true,
  "x",
  null,
];

function isOfType(value: unknown, { type, mayBeNull, isOptional }: Field): boolean {
  if (value === null) return mayBeNull || isOptional === true;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && !Array.isArray(value);
  return typeof value === (type === "integer" ? "number" : type);
}

/** Messages of the validator itself. */
const zodWords = /Invalid (input|option|key|value|string|number)|Too (big|small)|received|expected/;

let tenancy: TestTenancy;
let key: string;
beforeAll(async () => {
  tenancy = await createTestTenancy(run.current, {}, { legacyLookups: true });
  ({ key } = await tenancy.createKey({ scopes: ["*", ...sensitiveScopes] }));
});

function send(method: Method, path: string, body: unknown) {
  return callApi(method, path.replace("[tenancyId]", tenancy.id).replace(/\[\w+\]/g, "x"), {
    body,
    headers: { authorization: `Bearer ${key}`, origin: testOrigin },
  });
}

/** A body that the schema of any route with this path accepts. */
function validBodyOf(path: string): object {
  if (path.endsWith("/webhooks/[webhookId]")) return { enabled: true };
  if (path.includes("/user/") || path.endsWith("/users/[userId]")) return { givenName: "Ada" };
  return { enabled: true, username: "ada", reason: "test", overlapMs: 0 };
}

test("finds fields for every route with a body", () => {
  expect(withBody.length).toBeGreaterThanOrEqual(11);
  for (const { name } of withBody)
    expect(
      fields.filter(([label]) => label.startsWith(`${name}: `)).length,
      name,
    ).toBeGreaterThanOrEqual(1);
  expect(fields.map(([label]) => label)).toContain(
    "POST /v2/[tenancyId]/passkey/authentication/verification: response.response.signature",
  );
});

test("a value of the wrong type returns a 400 that names the field", async () => {
  const cases = fields.flatMap(([name, method, path, field]) =>
    hostile
      .filter((value) => !isOfType(value, field))
      .map((value) => [`${name} = ${JSON.stringify(value)}`, method, path, field, value] as const),
  );
  const violations = await violationsOf(cases, async (_name, method, path, field, value) => {
    const reply = await send(method, path, bodyWith(field.path, value));
    expect(reply).toMatchObject({ status: 400, body: { _tag: "@error/BadRequest" } });
    const issues = reply.body["issues"] as { path: string; message: string }[];
    expect(issues.map((issue) => issue.path)).toContain(field.path.join("."));
    expect(issues.map(({ message }) => message).join()).not.toMatch(zodWords);
  });
  expect(violations).toEqual([]);
});

test("null for an optional field is the same as leaving it out", async () => {
  const cases = fields
    .filter(([, , , { isOptional, mayBeNull }]) => isOptional && !mayBeNull)
    .map(([name, method, path, field]) => [name, method, path, field] as const);
  const violations = await violationsOf(
    cases,
    async (_name, method, path, { path: [name = ""] }) => {
      const [withNull, without] = [
        await send(method, path, { [name]: null }),
        await send(method, path, {}),
      ];
      expect([withNull.status, withNull.body._tag]).toEqual([without.status, without.body._tag]);
      expect(withNull.body["issues"]).toEqual(without.body["issues"]);
    },
  );
  expect(cases.length).toBeGreaterThan(50);
  expect(violations).toEqual([]);
});

test("text that PostgreSQL cannot store returns 400, in any value or key", async () => {
  const bodies = ["\\u0000", "a\\u0000b", "\\ud800", "\\udc00x", "\\udc00\\ud800"].flatMap(
    (text) => [
      `{"x":"${text}"}`,
      `{"${text}":1}`,
      `{"x":[{"y":{"${text}":1}}]}`,
      `{"x":[[["${text}"]]]}`,
    ],
  );
  const cases = withBody.flatMap(({ name, method, path }) =>
    bodies.map((body) => [`${name}: ${body}`, method, path, body] as const),
  );
  const violations = await violationsOf(cases, async (_name, method, path, body) => {
    const reply = await send(method, path, body);
    expect(reply).toMatchObject({ status: 400, body: { _tag: "@error/BadRequest" } });
  });
  expect(violations).toEqual([]);
});

test("a malformed path segment returns 400, or the reply for an unknown code or id, on both mounts", async () => {
  const broken = {
    "U+0000": "%00",
    "U+0000 amid text": "a%00b",
    "a broken escape": "%zz",
    "a byte that is no UTF-8": "%ff",
    "a broken escape of three bytes": "%E0%A4%A",
    "a lone surrogate": "%ED%A0%80",
  };
  const cases = declaredRoutes.flatMap((route) =>
    [...route.path.matchAll(/\[\w+\]/g)].flatMap(([segment]) =>
      [...new Set([route.path, route.path.replace("/v2/", "/")])].flatMap((path) =>
        Object.entries(broken).map(
          ([name, text]) =>
            [`${route.method} ${path}: ${segment} is ${name}`, route, path, segment, text] as const,
        ),
      ),
    ),
  );
  const violations = await violationsOf(cases, async (_name, route, path, segment, text) => {
    const { malformedPath, body } = route.declaration;
    const sent = route.method === "GET" || body === undefined ? undefined : validBodyOf(path);
    const reply = await send(route.method, path.replace(segment, text), sent);
    if (segment === "[tenancyId]" || malformedPath === undefined)
      expect(reply).toMatchObject({
        status: 400,
        body: {
          _tag: "@error/BadRequest",
          issues: [
            {
              path: segment.slice(1, -1),
              message: expect.stringContaining(
                text.includes("%00") ? "contains U+0000" : "has a bad escape",
              ) as string,
            },
          ],
        },
      });
    else if (malformedPath === "handled") expect([200, 202, 204]).toContain(reply.status);
    else expect(reply).toMatchObject({ status: 404, body: { _tag: malformedPath } });
  });
  expect(violations).toEqual([]);
});

describe("20,000 levels deep", () => {
  const deep = (open: string, close: string) =>
    open.repeat(20_000).concat("1", close.repeat(20_000));
  const nested = { list: deep("[", "]"), object: `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}` };

  test("any field returns 400", async () => {
    const cases = fields.flatMap(([name, method, path, field]) =>
      Object.entries(nested).map(
        ([kind, value]) => [`${name} (${kind})`, method, path, field, value] as const,
      ),
    );
    const violations = await violationsOf(cases, async (_name, method, path, field, value) => {
      const outer = JSON.stringify(bodyWith(field.path, "nested here"));
      const reply = await send(method, path, outer.replace('"nested here"', value));
      expect(reply.status).toBe(400);
    });
    expect(violations).toEqual([]);
  });

  test("the whole body returns 400 for a list, and fails on no object", async () => {
    const violations = await violationsOf(
      withBody.map(({ name, method, path }) => [name, method, path] as const),
      async (_name, method, path) => {
        expect((await send(method, path, nested.list)).status).toBe(400);
        expect((await send(method, path, nested.object)).status).toBeLessThan(500);
      },
    );
    expect(violations).toEqual([]);
  });

  test("an unknown field may have any depth", async () => {
    for (const value of Object.values(nested))
      expect(
        (
          await send(
            "POST",
            "/v2/[tenancyId]/passkey/registration/authorize",
            `{"username":"ada","extra":${value}}`,
          )
        ).status,
      ).toBe(200);
  });
});

describe("undeclared fields", () => {
  test("grant nothing and are not stored", async () => {
    const own = await createTestTenancy(run.current);
    const privileged = {
      sub: "x",
      tenancyId: "x",
      isSystem: true,
      selfService: true,
      emailVerified: true,
      emailOwned: true,
      disabledAt: null,
      apiKeyId: "x",
      userHandle: "x",
      scopes: ["*"],
    };
    const phone = createSoftwareAuthenticator({ origin: testOrigin });
    const begun = await beginRegistration(own, { ...privileged, username: "ada" });
    const { body } = await finishRegistration(own, phone, { ...begun, ...privileged });
    const user = await run.current.db.user.findFirstOrThrow({ where: { tenancyId: own.id } });
    expect(user).toMatchObject({
      sub: (body["principal"] as { sub: string }).sub,
      emailVerified: false,
      emailOwned: false,
      selfService: false,
    });
    const [session] = await run.current.db.oneTimeToken.findMany({
      where: { tenancyId: own.id, kind: "registrationSession" },
    });
    expect(Object.keys(session?.payload as object)).not.toEqual(
      expect.arrayContaining(["isSystem"]),
    );
    expect(session?.apiKeyId).toBe(own.apiKeyId);
  });

  test("treats __proto__, constructor and prototype as ordinary keys", async () => {
    const body =
      '{"username":"ada","__proto__":{"userId":"eve","polluted":1},' +
      '"constructor":{"prototype":{"polluted":1}},"prototype":1}';
    const { status } = await send("POST", "/v2/[tenancyId]/passkey/registration/authorize", body);
    expect(status).toBe(200);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const rows = await run.current.db.oneTimeToken.findMany({ where: { tenancyId: tenancy.id } });
    expect(rows.length).toBeGreaterThan(0);
    for (const { payload } of rows) expect(payload).not.toHaveProperty("userId");
    const only = await send(
      "POST",
      "/v2/[tenancyId]/passkey/registration/authorize",
      `{"__proto__":{"username":"ada"}}`,
    );
    expect(only).toMatchObject({ status: 400, body: { issues: [{ path: "username" }] } });
  });

  test.each(["__proto__", "constructor", "toString", "email", "sub"])(
    "%s is rejected by name if unknown fields are",
    async (name) => {
      const reply = await send(
        "PATCH",
        "/v2/[tenancyId]/user/[sub]",
        `{"givenName":"Ada","${name}":"x"}`,
      );
      expect(reply).toMatchObject({
        status: 400,
        body: { issues: [{ path: name, message: "is not allowed here" }] },
      });
    },
  );
});
