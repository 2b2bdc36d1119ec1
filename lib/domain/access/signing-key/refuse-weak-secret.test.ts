import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { StartupError } from "@/lib/errors";
import { provideService } from "@/testing/provide-service";
import { getSigningKey } from "./get-signing-key";
import { isWeakSecret, refuseWeakSecret } from "./refuse-weak-secret";

const run = provideService();
const weak = "correct-Horse-battery-staple-correct-Horse-battery-staple";

describe("a secret", () => {
  test.each([
    ["passphrase", "correct horse battery staple and some more words"],
    ["passphrase in both cases, repeated", weak],
    ["24 random bytes", "u7Zx0qLJm2W9cVbR4tYk8sHdPfGaQeNi"],
    ["31 random bytes in hex", "3f9a1c5be07d2486f1a93c5e7b0d2f4681a3c5e7092b4d6f8e1a3c507b9d2f"],
    ["one word behind random characters", "hT4mZq8rYw2KpXc6VbN1sJfDgLaEuO9iPassword7RkQz"],
    ["the alphabet", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"],
    ["a pattern of few characters", "aB3aB4aB5aB6aB7aB8aB9aB0aB1aB2aB3aB4aB5aB6aB7aB8"],
    ["one digit 64 times", "7".repeat(64)],
  ])("is weak: %s", (_name, secret) => {
    expect(isWeakSecret(secret)).toBe(true);
  });

  test("of 32 or more random bytes is strong, as base64, base64url or hex", () => {
    for (let round = 0; round < 200; round++)
      for (const bytes of [32, 48])
        for (const encoding of ["base64", "base64url", "hex"] as const) {
          const secret = randomBytes(bytes).toString(encoding);
          expect(isWeakSecret(secret), secret).toBe(false);
        }
  });
});

describe("a production start with a weak secret", () => {
  test("fails on a new installation, and warns on one that has a signing key", async () => {
    await run.current.db.signingKey.deleteMany();
    await expect(
      refuseWeakSecret(run.current, { mode: "production", secret: weak }),
    ).rejects.toThrow(StartupError);
    await refuseWeakSecret(run.current, { mode: "local", secret: weak });
    await getSigningKey(run.current);
    await refuseWeakSecret(run.current, { mode: "production", secret: weak });
    const line = run.current.logged.findLast((text) => text.includes("secret.weak"));
    expect(line).toContain("signing-key rotate");
    expect(line).not.toContain(weak);
  });
});
