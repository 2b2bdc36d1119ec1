import { expect, test } from "vitest";
import { z } from "zod";
import { issueMessage } from "./issue-message";

const messageOf = (schema: z.ZodType, value: unknown) =>
  z.object({ field: schema }).safeParse({ field: value }, { error: issueMessage }).error?.issues[0]
    ?.message;

test.each([
  ["an absent field", z.string(), undefined, "is required"],
  ["an absent choice", z.enum(["a", "b"]), undefined, "is required"],
  ["another type", z.string(), null, "must be a string"],
  ["another type of a number", z.number(), "1", "must be a number"],
  ["a fraction", z.int(), 1.5, "must be an integer"],
  ["an unsafe integer", z.int(), 2 ** 60, "must be at most 9007199254740991"],
  ["another type of a list", z.array(z.string()), {}, "must be an array"],
  ["a list instead of an object", z.object({}), [], "must be an object"],
  ["a word for a boolean", z.boolean(), "yes", "must be true or false"],
  ["another word", z.literal("public-key"), "x", 'must be "public-key"'],
  ["another choice", z.enum(["a", "b"]), "c", 'must be one of "a", "b"'],
  ["a long text", z.string().max(2), "abc", "must have at most 2 characters"],
  ["an empty text", z.string().min(1), "", "must not be empty"],
  ["a short text", z.string().min(3), "a", "must have at least 3 characters"],
  ["a text of another length", z.string().length(2), "abc", "must have exactly 2 characters"],
  ["a long list", z.array(z.int()).max(1), [1, 2], "must have at most 1 item"],
  ["a large number", z.int().max(3), 4, "must be at most 3"],
  ["a small number", z.number().positive(), 0, "must be more than 0"],
  ["an odd number", z.int().multipleOf(2), 3, "must be a multiple of 2"],
  ["no form of several", z.union([z.string(), z.int()]), true, "has none of the accepted forms"],
  ["a wrong form", z.url(), "x", "has the wrong form"],
  ["a schema with words of its own", z.string().min(2, "must be longer"), "a", "must be longer"],
])("%s", (_name, schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message);
});

test("names the tags of a line", () => {
  const tagged = z.discriminatedUnion("_tag", [
    z.object({ _tag: z.literal("One") }),
    z.object({ _tag: z.literal("Two") }),
  ]);
  expect(messageOf(tagged, { _tag: "Three" })).toBe('must be one of "One", "Two"');
});
