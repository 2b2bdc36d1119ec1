import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { purposeOf } from "@/app/demo/call-purpose";
import { hrefOf, operations } from "@/app/docs/api/reference";

/** The API calls of app/demo/backend/keystead.ts and of the browser library. */
const called = operations.filter(
  ({ path, method, family }) =>
    !/Legacy|Installation|Passkey policy/.test(family) &&
    !/import|export|users(\/|$)|api-keys|settings$|webhooks|authentication\/authorize|passkeys$|challenges\/\{/.test(
      path,
    ) &&
    !(path.endsWith("/passkeys/{passkeyId}") && method !== "GET") &&
    !(path.includes("/principal/") && method === "GET"),
);

test.each(called.map((operation) => [operation.id, operation] as const))(
  "the demo explains %s and links to its reference",
  (_id, operation) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, "x");
    expect(purposeOf({ method: operation.method, path })).toEqual({
      text: expect.stringMatching(/\.$/),
      reference: hrefOf(operation),
    });
  },
);

test("the demo explains each call to its own backend", () => {
  const own = readdirSync("app/demo/api").filter((name) => name !== "sign-out");
  for (const name of own)
    expect(purposeOf({ method: "POST", path: `/demo/api/${name}` }).text, name).toMatch(/\.$/);
});
