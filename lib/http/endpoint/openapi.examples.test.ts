import { expect, test } from "vitest";
import type { z } from "zod";
import { errorBody, errorExample } from "@/lib/contract/error";
import { errorAdvice } from "@/lib/contract/error-advice";
import { errorStatus, type ErrorTag } from "@/lib/errors";
import { declaredRoutes } from "@/testing/declared-routes";
import { violationsOf } from "@/testing/violations";

const tags = Object.keys(errorStatus) as ErrorTag[];
const examplesOf = (schema: z.ZodType) => (schema.meta()?.examples ?? []) as unknown[];

const bodies = declaredRoutes.flatMap(({ method, path, declaration: { body, lines } }) =>
  [body, lines].flatMap((schema) =>
    schema === undefined ? [] : [[`${method} ${path}`, schema] as const],
  ),
);
// The document that describes them all is not described by an example of itself.
const replies = declaredRoutes.flatMap(({ method, path, declaration }) =>
  declaration.operation === "getOpenApi" || declaration.success[0] === 204
    ? []
    : [[`${method} ${path}`, declaration.success[1]] as const],
);

test("every example of what an endpoint takes is taken", async () => {
  const violations = await violationsOf(bodies, (_name, schema) => {
    expect(examplesOf(schema)).not.toEqual([]);
    for (const example of examplesOf(schema))
      expect(schema.safeParse(example).error?.issues).toBeUndefined();
  });
  expect(violations).toEqual([]);
});

test("every example response is complete and has only declared fields", async () => {
  const violations = await violationsOf(replies, (_name, schema) => {
    expect(examplesOf(schema)).not.toEqual([]);
    for (const example of examplesOf(schema)) expect(schema.parse(example)).toEqual(example);
  });
  expect(violations).toEqual([]);
});

test("every error has a valid example, a cause and a remedy", async () => {
  const violations = await violationsOf(tags, (tag) => {
    const example = errorExample(tag, "A sentence.");
    expect(errorBody(tag).strict().parse(example)).toEqual(example);
    for (const part of ["when", "cause", "remedy"] as const)
      expect(errorAdvice[tag]?.[part]).toMatch(/^[A-Z].*\.$/);
  });
  expect(violations).toEqual([]);
});

test("has advice only for known tags", () => {
  expect(Object.keys(errorAdvice).sort()).toEqual([...tags].sort());
});
