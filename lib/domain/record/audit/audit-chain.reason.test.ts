import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashEvent } from "./seal-audit";

test("hashes an event without a reason as earlier releases did", () => {
  const event = {
    tenancyId: "t",
    id: "e",
    action: "user.disabled",
    actorKind: "system",
    actorId: null,
    targetKind: "user",
    targetId: "ada",
    detail: null,
    requestId: null,
    address: null,
    createdAt: new Date(7),
  };
  const line = '["t","e","user.disabled","system",null,"user","ada",null,null,null,7]\n';
  const hashOf = (reason: string | null) =>
    hashEvent(createHash("sha256"), { ...event, reason }).digest("hex");
  const expected = (text: string) => createHash("sha256").update(text).digest("hex");
  expect(hashOf(null)).toBe(expected(line));
  expect(hashOf("why")).toBe(expected(line.replace("7]", '7,"why"]')));
});
