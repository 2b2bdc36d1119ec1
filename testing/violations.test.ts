import { expect, test } from "vitest";
import { violationsOf } from "./violations";

test("names each case that breaks the rule, with what was expected and what came", async () => {
  const violations = await violationsOf(
    [
      ["two", { status: 200, body: { _tag: "User" } }],
      ["three", { status: 400, body: { _tag: "@error/BadRequest" } }],
      ["four", { status: 404, body: { _tag: "@error/NotFound" } }],
    ],
    async (_name, reply) => {
      const came = await Promise.resolve(reply);
      expect(came).toMatchObject({ status: 400, body: { _tag: "@error/BadRequest" } });
    },
  );
  const expected = "to match object { status: 400, body: { _tag: '@error/BadRequest' } }";
  expect(violations).toEqual([
    `two: expected { status: 200, body: { _tag: 'User' } } ${expected}`,
    `four: expected { status: 404, body: { _tag: '@error/NotFound' } } ${expected}`,
  ]);
});

test("a name may be the whole case, and any error is a violation", async () => {
  const violations = await violationsOf(["1", "{"], (text) => {
    expect(JSON.parse(text)).toBe(1);
  });
  expect(violations).toEqual([expect.stringMatching(/^\{: Expected property name.+/)]);
});

test("an error is one line of at most 500 characters", async () => {
  const lines = await violationsOf(["\nfirst\n  second", "x".repeat(501)], (message) => {
    throw new Error(message);
  });
  expect(lines).toEqual([
    "\nfirst\n  second: first second",
    `${"x".repeat(501)}: ${"x".repeat(500)}…`,
  ]);
});

test("fails without cases", async () => {
  await expect(violationsOf([], () => undefined)).rejects.toThrow("the table has no cases");
});
