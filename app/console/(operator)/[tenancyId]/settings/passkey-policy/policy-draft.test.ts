import { expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { toDraft, toRules } from "./policy-draft";

const pem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`;
const model = "ee882879-721c-4913-9775-3dfcce97072a";

test("rules survive the form", () => {
  const rules = PasskeyPolicyRules.parse({
    mode: "monitor",
    roots: [pem("AAAA"), pem("BBBB")],
    allowedAaguids: [model],
    algorithms: [-7],
  });
  expect(toRules(toDraft(rules))).toEqual(rules);
});

test("splits certificates and models, and keeps what is neither", () => {
  const draft = toDraft(PasskeyPolicyRules.parse({}));
  expect(
    toRules({
      ...draft,
      roots: `${pem("AAAA")}${pem("BBBB")}\nrest`,
      allowedAaguids: ` ${model},\n\nother `,
    }),
  ).toMatchObject({
    roots: [pem("AAAA"), pem("BBBB"), "rest"],
    allowedAaguids: [model, "other"],
  });
});
