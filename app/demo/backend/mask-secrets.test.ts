import { expect, test } from "vitest";
import { maskSecrets } from "./mask-secrets";

test("masks every secret at any depth, and keeps the rest", () => {
  expect(
    maskSecrets({
      code: "kX3vT9bQ2mZp",
      id_token: "eyJ",
      principal: { token: "kX3vT9bQ2mZp", sub: "01j" },
      registrationToken: "r",
      challenge: { secret: "s", code: "048213", message: { html: "<p>", text: "048213" } },
      warnings: [{ code: "NO_PASSKEYS_FOUND" }],
    }),
  ).toEqual({
    code: "••••••",
    id_token: "••••••",
    principal: { token: "••••••", sub: "01j" },
    registrationToken: "••••••",
    challenge: { secret: "••••••", code: "••••••", message: { html: "••••••", text: "••••••" } },
    warnings: [{ code: "NO_PASSKEYS_FOUND" }],
  });
});

test("cuts long texts", () => {
  expect(maskSecrets({ signature: "x".repeat(65) })).toEqual({ signature: `${"x".repeat(32)}…` });
});
