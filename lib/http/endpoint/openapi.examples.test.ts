import { expect, test } from "vitest";
import type { z } from "zod";
import { errorBody, errorExample } from "@/lib/contract/error";
import { errorAdvice } from "@/lib/contract/error-advice";
import { errorStatus, type ErrorTag } from "@/lib/errors";
import { declaredRoutes } from "@/testing/declared-routes";

const tags = Object.keys(errorStatus) as ErrorTag[];
const examplesOf = (schema: z.ZodType) => (schema.meta()?.examples ?? []) as unknown[];

const bodies = declaredRoutes.flatMap(({ method, path, declaration: { body, lines } }) =>
  [body, lines].flatMap((schema) =>
    schema === undefined ? [] : [{ name: `${method} ${path}`, schema }],
  ),
);
// The document that describes them all is not described by an example of itself.
const replies = declaredRoutes.flatMap(({ method, path, declaration }) =>
  declaration.operation === "getOpenApi" || declaration.success[0] === 204
    ? []
    : [{ name: `${method} ${path}`, schema: declaration.success[1] }],
);

test.each(bodies)("every example of what $name takes is taken", ({ schema }) => {
  expect(examplesOf(schema)).not.toEqual([]);
  for (const example of examplesOf(schema))
    expect(schema.safeParse(example).error?.issues).toBeUndefined();
});

test.each(replies)(
  "every example response of $name is complete and has only declared fields",
  ({ schema }) => {
    expect(examplesOf(schema)).not.toEqual([]);
    for (const example of examplesOf(schema)) expect(schema.parse(example)).toEqual(example);
  },
);

test.each(tags)("%s has a valid example, a cause and a remedy", (tag) => {
  const example = errorExample(tag, "A sentence.");
  expect(errorBody(tag).strict().parse(example)).toEqual(example);
  for (const part of ["when", "cause", "remedy"] as const)
    expect(errorAdvice[tag]?.[part]).toMatch(/^[A-Z].*\.$/);
});

test("has advice only for known tags", () => {
  expect(Object.keys(errorAdvice).sort()).toEqual([...tags].sort());
});
