import { expect, test } from "vitest";
import { stepsOf } from "./onboarding-checklist";

const none = {
  origins: "none" as const,
  hasKey: false,
  hasPasskey: false,
  hasExchange: false,
  hasEmail: false,
  isDismissed: false,
};

test("each snippet that authorizes a registration sends userId, so no username joins another account", () => {
  const snippets = stepsOf(none, {
    id: "tenancy",
    clientId: "client",
    endpoint: "https://id.example",
  }).flatMap((step) => step.snippets);
  const authorizing = snippets.filter(({ code }) => code.includes("registration/authorize"));
  expect(authorizing.map(({ label }) => label)).toEqual(["curl", "TypeScript, on your backend"]);
  for (const { code } of authorizing) expect(code).toContain("userId");
});

test.each([
  ["none", "Add your site’s origin", false],
  ["localhost", "Allow a page to sign users in: development allows http://localhost", true],
  ["listed", "Add your site’s origin", true],
] as const)("with origins “%s”, the step says so", (origins, title, isDone) => {
  const [, step] = stepsOf(
    { ...none, origins },
    { id: "tenancy", clientId: "client", endpoint: "https://id.example" },
  );
  expect(step).toMatchObject({ title, isDone });
});
