import { expect, test } from "vitest";
import { ServiceError } from "@/lib/errors";
import { describeError } from "./open-telemetry";

const failed = (type: string) => ({ type, isExpected: false });

test.each([
  [new ServiceError("@error/NotFound"), { type: "@error/NotFound", isExpected: true }],
  [new ServiceError("@error/Internal", { requestId: "r" }), failed("@error/Internal")],
  [Object.assign(new Error("value"), { code: "23505" }), failed("23505")],
  [Object.assign(new Error("value"), { code: "a value, quoted" }), failed("Error")],
  [Object.assign(new Error("value"), { name: "ada@example.com" }), failed("_OTHER")],
  [new RangeError("value"), failed("RangeError")],
  ["thrown text", failed("_OTHER")],
  [null, failed("_OTHER")],
])("%s", (error, described) => {
  expect(describeError(error)).toEqual(described);
});
