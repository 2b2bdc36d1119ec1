import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { challengeOf } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { findMistypedMailboxes } from "./read-mailbox";

const run = provideService();
const email = "quentin.ito@example.com";

test("finds similar mailboxes with codes, but not those of other users", async () => {
  const tenancy = await createTestTenancy(run.current);
  await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), {
    username: "quentin.ita@example.com",
  });
  for (const requested of ["quentin.ito@exmaple.com", "quentin.ita@example.com", email])
    await challengeOf(tenancy, { email: requested });
  expect(await findMistypedMailboxes(tenancy.ctx, { email, rows: 3 })).toEqual([
    { email: "quentin.ito@exmaple.com", codes: 1 },
  ]);
});

test("finds nothing without codes, and no codes of another tenancy", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  await challengeOf(other, { email: "quentin.ito@exmaple.com" });
  expect(await findMistypedMailboxes(tenancy.ctx, { email, rows: 3 })).toEqual([]);
});
