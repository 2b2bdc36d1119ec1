import { expect, test } from "vitest";
import { z } from "zod";
import { RequestRegistrationOptions } from "@/lib/contract/registration";
import { badRequest, badRequestOf, ServiceError } from "@/lib/errors";
import { refusedField } from "./report-call";

interface Tree {
  inner?: Tree | undefined;
}
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ inner: Tree.optional() }));

const body = z.object({
  username: z.string(),
  email: z.string().trim().pipe(z.email()).optional(),
  ids: z.preprocess((value) => value, z.array(z.object({ id: z.string() }))),
  metadata: z.record(z.string(), z.string()).default({}),
  proof: z.union([z.object({ token: z.string() }), z.object({ code: z.string() })]).nullable(),
  tree: Tree,
});
const of = (path: string) =>
  refusedField([body, z.object({ limit: z.string() })], badRequest(path, "x"));

test.each([
  ["username", "username"],
  ["email", "email"],
  ["ids.3.id", "ids.3.id"],
  ["proof.code", "proof.code"],
  ["limit", "limit"],
  ["tree.inner.inner", "tree.inner.inner"],
])("names %s", (path, field) => {
  expect(of(path)).toBe(field);
});

test.each([
  ["metadata.ada@example.com", "metadata"],
  ["username.ada@example.com", "username"],
  ["ids.ada@example.com", "ids"],
  ["ids.9999999999", "ids"],
  ["proof.secret", "proof"],
  ["ada@example.com", undefined],
  ["__proto__", undefined],
  ["constructor.name", undefined],
  ["", undefined],
])("of %s, only what the schema names is kept", (path, field) => {
  expect(of(path)).toBe(field);
});

test("a path without an end is cut", () => {
  expect(of(`tree${".inner".repeat(5_000)}`)).toBe(`tree${".inner".repeat(7)}`);
});

test("the first field that the schema names is chosen", () => {
  const issues = ["ada@example.com", "username", "email"].map((path) => ({ path, message: "x" }));
  expect(refusedField([body], badRequestOf(issues))).toBe("username");
});

test("other errors name no field", () => {
  expect(refusedField([body], new ServiceError("@error/InvalidToken"))).toBeUndefined();
});

test("fields of the contract's own schemas are named", () => {
  for (const field of ["username", "email", "registrationToken"])
    expect(refusedField([RequestRegistrationOptions], badRequest(field, "x")), field).toBe(field);
});
