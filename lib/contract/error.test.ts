import { describe, expect, test } from "vitest";
import { id } from "@/testing/sample-values";
import { errorBody } from "./error";

describe("an error's body", () => {
  const extras: Record<string, object> = {
    "@error/BadRequest": { issues: [{ path: "username", message: "must not be empty" }] },
    "@error/PasskeyNotFound": { credentialId: "AQ", rpId: "example.com" },
    "@error/PasskeyDisabled": { passkeyId: id },
    "@error/VerificationFailed": { reason: "origin" },
    "@error/InvalidChallengeCode": { attemptsRemaining: 4 },
    "@error/ChallengeRateLimited": { retryAfterSeconds: 7 },
    "@error/RateLimited": { retryAfterSeconds: 7 },
    "@error/Internal": { requestId: "0123456789abcdef" },
    "@error/NotFound": {},
  };
  test.each(Object.entries(extras))(
    "%s has its tag, its message, what the contract adds and nothing else",
    (tag, extra) => {
      const body = { _tag: tag, message: "One clear English sentence.", ...extra };
      expect(errorBody(tag).parse({ ...body, stack: "x" })).toEqual(body);
      for (const name of Object.keys(body))
        expect(errorBody(tag).safeParse({ ...body, [name]: undefined }).success, name).toBe(false);
      expect(errorBody(tag).safeParse({ ...body, _tag: "@error/Other" }).success).toBe(false);
    },
  );

  test("a wait is in whole seconds", () => {
    expect(
      errorBody("@error/RateLimited").safeParse({
        _tag: "@error/RateLimited",
        message: "x",
        retryAfterSeconds: 0.5,
      }).success,
    ).toBe(false);
  });
});
