import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { verificationReasons } from "@/lib/errors";

test("the guide explains every reason of VerificationFailed, and no other", () => {
  const guide = readFileSync("docs/guides/02-register-and-sign-in.md", "utf8");
  const [, table = ""] = guide.split("### Reasons of VerificationFailed");
  const rows = [...(table.split("\n## ")[0] ?? "").matchAll(/^\| `([\w-]+)` \|/gm)];
  expect(rows.map(([, reason]) => reason).toSorted()).toEqual(verificationReasons.toSorted());
});
