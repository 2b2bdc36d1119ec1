import { describe, expect, test } from "vitest";
import { challengeOf, newMailbox } from "@/testing/challenge-rules";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { callerWith } from "@/testing/user-manager";

const run = provideService();

/** A user who owns `before`, and a backend that can change it to `after`. */
async function open() {
  const tenancy = await createHostedTenancy(run.current);
  const call = await callerWith(tenancy);
  const [before, after] = [newMailbox(), newMailbox()];
  await call("POST", "users", { userId: "ada", email: before, emailVerified: true });
  const change = (email = after) => call("PATCH", "users/ada", { email });
  const emailOf = async () =>
    ((await call("GET", "users/ada")).body["user"] as { email: string }).email;
  const verify = async (
    { challengeId, secret, code }: Awaited<ReturnType<typeof challengeOf>>,
    more = {},
  ) =>
    (await tenancy.backend("POST", "challenges/verify", { challengeId, secret, code, ...more }))
      .status;
  return { tenancy, before, after, change, emailOf, verify };
}

describe("while a code is under way, a changed email", () => {
  test("ends a code that would set the former one again", async () => {
    const { tenancy, before, after, change, emailOf, verify } = await open();
    const pending = await challengeOf(tenancy, { email: before, userId: "ada" });
    await change();
    expect(await verify(pending, { setUserEmail: true })).toBe(400);
    expect(await emailOf()).toBe(after);
  });

  test("ends a sign-in code to the former mailbox, and a proof of it on a hosted page", async () => {
    const { tenancy, before, change, verify } = await open();
    const pending = await challengeOf(tenancy, { email: before.toUpperCase() });
    const visitor = visit(run.current, tenancy);
    const { proof } = (await visitor.prove(before.toUpperCase())).body as { proof: string };
    await change();
    expect(await verify(pending)).toBe(400);
    expect(await visitor.step("without-passkey", { proof, later: false })).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidToken" },
    });
  });

  test("leaves codes of other users and mailboxes alone, and all codes if it is the same", async () => {
    const { tenancy, before, change, verify } = await open();
    const own = await challengeOf(tenancy, { email: before });
    await change(before.toUpperCase());
    const others = [
      own,
      await challengeOf(tenancy, { email: before, userId: "bob" }),
      await challengeOf(tenancy, { email: newMailbox() }),
    ];
    expect(await verify(own)).toBe(200);
    await change();
    expect(await Promise.all(others.slice(1).map((each) => verify(each)))).toEqual([200, 200]);
  });
});
