import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { joinOrCreateUser } from "./join-or-create-user";
import { updateUser } from "./update-user";

const run = provideService();

test("an update's audit event names the fields that changed, and no values", async () => {
  const { id, ctx } = await createTestTenancy(run.current);
  const { sub } = await ctx.db.$transaction((tx) =>
    joinOrCreateUser(ctx, tx, {
      selfService: true,
      email: "ada@example.com",
    }),
  );
  await updateUser(ctx, sub, { givenName: "Ada", emailVerified: true });
  await updateUser(ctx, sub, { givenName: "Ada", familyName: "Lovelace" });
  await updateUser(ctx, sub, { givenName: "Ada" });
  const events = await run.current.db.auditEvent.findMany({
    where: { tenancyId: id, action: "user.updated" },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ detail }) => detail).sort()).toEqual([
    "familyName",
    "givenName, emailVerified",
    "no changes",
  ]);
});
