import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signDelivery } from "./sign-delivery";

const createSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString("base64")}`;
const delivery = {
  id: "01jdqz3v0m8gq4k2x6w7y9t5ab",
  sentAtMs: Date.UTC(2026, 10, 26),
  body: '{"_tag":"Event","number":1,"detail":{"names":["ä😀"]}}',
};

// The package compares the time of a delivery with the clock of the machine.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: delivery.sentAtMs }));
afterAll(() => void vi.useRealTimers());

test("has the headers of a published example", () => {
  // Of the tests of https://github.com/standard-webhooks/standard-webhooks
  const example = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    sentAtMs: 1_614_265_330_999,
    body: '{"test": 2432232314}',
  };
  expect(signDelivery(example, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test.each([24, 32, 64])("the public package accepts it under a secret of %i bytes", (bytes) => {
  const secret = createSecret(bytes);
  const headers = signDelivery(delivery, [secret]);
  expect(new Webhook(secret).verify(delivery.body, headers)).toEqual(JSON.parse(delivery.body));
});

test("during a rotation, a receiver with either secret accepts it", () => {
  const secrets = [createSecret(), createSecret()];
  const headers = signDelivery(delivery, secrets);
  for (const secret of secrets)
    expect(new Webhook(secret).verify(delivery.body, headers)).toBeTruthy();
  expect(headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
});

test.each([
  ["secret", { secret: createSecret() }],
  ["body", { body: delivery.body.replace("1", "2") }],
  ["id", { "webhook-id": "01jdqz3v0m8gq4k2x6w7y9t5ac" }],
  ["time", { "webhook-timestamp": String(Math.floor(delivery.sentAtMs / 1000) + 1) }],
])(
  "the public package rejects another %s",
  (_part, { secret, body, ...changed }: Partial<Record<string, string>>) => {
    const own = createSecret();
    const headers = { ...signDelivery(delivery, [own]), ...(changed as Record<string, string>) };
    const verify = () => new Webhook(secret ?? own).verify(body ?? delivery.body, headers);
    expect(verify).toThrow("No matching signature found");
  },
);

test.each([
  ["no secret", []],
  ["no prefix", [randomBytes(32).toString("base64")]],
  ["23 bytes", [createSecret(23)]],
  ["65 bytes", [createSecret(65)]],
  ["one that is empty", [createSecret(), "whsec_"]],
])("refuses to sign with %s", (_name, secrets) => {
  expect(() => signDelivery(delivery, secrets)).toThrow(Error);
});
