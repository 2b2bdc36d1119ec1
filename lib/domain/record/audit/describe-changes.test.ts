import { expect, test } from "vitest";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { limits } from "@/lib/limits";
import { describeChanges } from "./describe-changes";
import { readChanges, settingNamesIn } from "./detail-words";

const before = {
  name: "Harbour",
  mailReplyTo: null,
  codeDigits: 6,
  brandColor: null,
  requireClientId: false,
  allowedOrigins: [] as string[],
} as Settings;

test("shows old and new values, lists by their entries, and addresses without values", () => {
  const after = {
    ...before,
    name: "Secret plan",
    mailReplyTo: "ada@example.com",
    codeDigits: 8,
    brandColor: "#0e6a4e",
    requireClientId: true,
    allowedOrigins: ["https://a.example", "https://b.example"],
  };
  expect(describeChanges(Object.keys(before), before, after)).toBe(
    "name: Harbour → Secret plan; mailReplyTo; codeDigits: 6 → 8; brandColor: none → #0e6a4e; " +
      "requireClientId: false → true; allowedOrigins: none → https://a.example, https://b.example",
  );
});

test("cuts very long values", () => {
  const origins = Array.from({ length: 200 }, (_, index) => `https://${index}.example`);
  const detail = describeChanges(["allowedOrigins"], before, {
    ...before,
    allowedOrigins: origins,
  });
  expect(detail).toHaveLength("allowedOrigins: none → …".length + limits.auditValueCharacters);
});

test.each([
  'x; codeDigits: 6 → 8; "',
  "x → y",
  "none",
  '"; brandLogo',
  "back\\slash; codeDigits: 6 → 8",
])("a value can’t look like another change: %s", (name) => {
  const detail = describeChanges(["name", "codeDigits"], before, {
    ...before,
    name,
    codeDigits: 9,
  });
  expect(readChanges(detail)).toEqual([
    { name: "name", values: ["Harbour", name] },
    { name: "codeDigits", values: ["6", "9"] },
  ]);
  expect(settingNamesIn(detail)).toEqual(["name", "codeDigits"]);
});
