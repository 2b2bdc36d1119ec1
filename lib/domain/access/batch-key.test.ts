import { expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { batchKey } from "./confirmed-query";

const run = provideService();

test("only calls of one caller with the same settings, all guessed or all certain, share a statement", async () => {
  const tenancy = await createTestTenancy(run.current);
  const key = { kind: "apiKey", id: "one", scopes: ["challenges"] } as const;
  const ctx: TenancyContext = { ...tenancy.ctx, actor: key };
  await tenancy.set({ codeDigits: 8 });
  const changed = await findTenancy(run.current, tenancy.id);
  if (changed === null) throw new Error("the tenancy doesn't exist");
  const other = await createTestTenancy(run.current);
  const contexts: TenancyContext[] = [
    ctx,
    { ...ctx, guess: { isConfirmed: false } },
    { ...ctx, tenancy: changed },
    { ...ctx, tenancy: other.ctx.tenancy },
    { ...ctx, actor: { ...key, id: "two" } },
    { ...ctx, actor: { ...key, scopes: ["*"] } },
    { ...ctx, actor: { kind: "browser" } },
  ];
  expect(new Set(contexts.map(batchKey)).size).toBe(contexts.length);
  expect(batchKey({ ...ctx, requestId: "another" })).toBe(batchKey(ctx));
  expect(batchKey({ ...ctx, guess: { isConfirmed: true } })).toBe(batchKey(ctx));
});
