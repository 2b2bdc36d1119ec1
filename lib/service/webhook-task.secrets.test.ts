import { beforeAll, expect, test } from "vitest";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import { auditActions } from "@/lib/domain/record/audit/audit-actions";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register } from "@/testing/ceremonies";
import { challengeOf, verify } from "@/testing/challenge-rules";
import { feedOf } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import { recordSpans, traceTestService } from "@/testing/record-spans";
import { testOrigin } from "@/testing/test-tenancy";
import { callerWith } from "@/testing/user-manager";
import { provideWebhookDeliveries } from "@/testing/webhook-deliveries";

const run = provideService();
beforeAll(() => traceTestService(run.current));
const { startReceiver, startTask, connect, queue, statesOf, deliverUntil } =
  provideWebhookDeliveries(run);

test("no secret and no personal data is in payloads, logs or spans of deliveries", async () => {
  const answer = "words of the receiver";
  let isDown = true;
  const network = await startReceiver((response) => {
    response.statusCode = isDown ? 500 : 200;
    response.end(answer);
  });
  const { tenancy, secret } = await connect(network, [...auditActions]);
  const call = await callerWith(tenancy);
  const personal = {
    email: "ada.lovelace@mail.example",
    changedEmail: "countess@mail.example",
    mailbox: "charles@mail.example",
    givenName: "Augusta",
    familyName: "Byron",
    reason: "Chargeback of invoice 4711",
    name: "Analytical Engines",
    erasedFor: "Asked on the phone",
  };

  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  const { code, id_token } = await register(tenancy, phone, {
    userId: "customer-77",
    email: personal.email,
    givenName: personal.givenName,
  });
  const signedIn = await authenticate(tenancy, phone);
  const challenge = await challengeOf(tenancy, { email: personal.mailbox });
  await verify(tenancy, challenge);
  const user = "users/customer-77";
  const { familyName, changedEmail: email, reason } = personal;
  for (const [method, path, body] of [
    ["PATCH", user, { familyName, email }],
    ["POST", `${user}/disable`, { reason }],
    ["POST", `${user}/enable`, { reason }],
    ["DELETE", user, { reason: personal.erasedFor }],
  ] as const)
    expect((await call(method, path, body)).status).toBeLessThan(300);
  await updateSettings(tenancy.ctx, { changes: { name: personal.name } });

  run.current.logged.length = 0;
  const { receiver } = await recordSpans(run.current, async () => {
    await queue(tenancy);
    const task = startTask(network);
    await deliverUntil(task, () => network.receiver.requests.length > 4);
    isDown = false;
    await deliverUntil(task, async () => {
      // Again and again, because an attempt that failed may end after the clock has moved.
      run.current.clock.advance(60_000);
      return (await statesOf(tenancy)).every((state) => state === "sent");
    });
    await task.stop();
  });
  const types = (await feedOf(tenancy)).map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining(["passkey.registered", "user.erased", "tenancy.settings-changed"]),
  );
  const payloads = network.receiver.requests.map(({ body }) => body).join("\n");
  const spans = receiver.bodies.join("\n");
  const logs = run.current.logged.join("\n");
  for (const type of types.slice(3)) expect(payloads).toContain(type);
  expect(spans).toContain("deliver webhook");

  const secrets = [
    code,
    id_token,
    signedIn.code,
    tenancy.apiKey,
    secret,
    challenge.secret,
    `"${challenge.code}"`,
  ];
  for (const value of [...Object.values(personal), ...secrets])
    for (const text of [payloads, spans, logs]) expect(text).not.toContain(value);
  for (const text of [spans, logs]) {
    expect(text).not.toContain(answer);
    expect(text).not.toContain(network.url);
    expect(text).not.toContain("customer-77");
  }
});
