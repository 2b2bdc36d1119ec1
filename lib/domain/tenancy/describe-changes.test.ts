import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { describeChanges } from "./describe-changes";
import type { Settings } from "./get-settings";

const before = {
  name: "Harbour",
  codeDigits: 6,
  brandColor: null,
  requireClientId: false,
  allowedOrigins: [] as string[],
} as Settings;

test("shows old and new values, lists by their entries, and texts without values", () => {
  const after = {
    ...before,
    name: "Secret plan",
    codeDigits: 8,
    brandColor: "#0e6a4e",
    requireClientId: true,
    allowedOrigins: ["https://a.example", "https://b.example"],
  };
  expect(describeChanges(Object.keys(before), before, after)).toBe(
    "name; codeDigits: 6 → 8; brandColor: none → #0e6a4e; requireClientId: false → true; " +
      "allowedOrigins: none → https://a.example, https://b.example",
  );
});

test("cuts long values", () => {
  const origins = Array.from({ length: 100 }, (_, index) => `https://${index}.example`);
  const detail = describeChanges(["allowedOrigins"], before, {
    ...before,
    allowedOrigins: origins,
  });
  expect(detail).toHaveLength("allowedOrigins: none → …".length + limits.auditValueCharacters);
});
