import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { fullText } from "./llms-text";

provideService();

/** The part of the text about one endpoint. */
const about = (call: string) => fullText().split(`\`${call}\``)[1]?.split("\n## ")[0] ?? "";

test("the full text lists query parameters", () => {
  expect(about("POST /v2/{tenancyId}/passkeys/import")).toMatch(
    /Query:\n\n- dryRun \(boolean, optional\)/,
  );
  expect(about("GET /v2/{tenancyId}/passkeys")).toMatch(/- userId \(string.*, optional\)/);
  expect(about("POST /v2/{tenancyId}/challenges")).not.toContain("Query:");
});

test("the challenge of a mailbox is not described as the device's", () => {
  const text = about("POST /v2/{tenancyId}/challenges/verify");
  expect(text).toContain("- challenge (");
  expect(text).not.toContain("the device signs");
});
