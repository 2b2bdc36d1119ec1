import { expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { addTyped, testedPart, toDraft, toRules } from "./policy-draft";

const pem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`;
const model = "ee882879-721c-4913-9775-3dfcce97072a";
const models = [{ name: "Harbor Key 5", aaguids: ["a1", "a2"] }];

test("rules survive the form", () => {
  const rules = PasskeyPolicyRules.parse({
    mode: "monitor",
    roots: [pem("AAAA"), pem("BBBB")],
    allowedAaguids: [model],
    algorithms: [-7],
  });
  expect(toRules(toDraft(rules), models)).toEqual(rules);
});

test("splits certificates and models, and keeps what is neither", () => {
  const draft = toDraft(PasskeyPolicyRules.parse({}));
  const edited = {
    ...draft,
    roots: `${pem("AAAA")}${pem("BBBB")}\nrest`,
    allowed: { chosen: [], typed: ` ${model},\n\nother ` },
  };
  expect(toRules(edited, models)).toMatchObject({
    roots: [pem("AAAA"), pem("BBBB"), "rest"],
    allowedAaguids: [model, "other"],
  });
});

test("a product’s name adds all its models once", () => {
  expect(addTyped({ chosen: ["a2"], typed: "harbor key 5 " }, models)).toEqual({
    chosen: ["a2", "a1"],
    typed: "",
  });
});

test("a test of the rules stays valid when only the mode or Apply to sign-ins changes", () => {
  const draft = toDraft(PasskeyPolicyRules.parse({ storage: "synced" }));
  const tested = testedPart(draft, models);
  expect(testedPart({ ...draft, mode: "enforce", enforceOnSignIn: true }, models)).toBe(tested);
  expect(testedPart({ ...draft, storage: "any" }, models)).not.toBe(tested);
  expect(testedPart({ ...draft, requireUserVerification: true }, models)).not.toBe(tested);
});
