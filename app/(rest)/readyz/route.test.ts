import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { statementsOf } from "@/testing/statements-of";

const run = provideService();

test("is ready with its database, and not while a migration is missing", async () => {
  expect(await callApi("GET", "/readyz")).toMatchObject({ status: 200, body: { status: "ok" } });
  await run.current.pool.query(`UPDATE "_prisma_migrations" SET "finished_at" = NULL`);
  run.current.clock.advance(250);
  const reply = await callApi("GET", "/readyz");
  await run.current.pool.query(`UPDATE "_prisma_migrations" SET "finished_at" = now()`);
  expect(reply).toMatchObject({ status: 503, body: { _tag: "@error/Unavailable" } });
});

test("all requests of a quarter of a second share one statement", async () => {
  await callApi("GET", "/readyz");
  run.current.clock.advance(250);
  const statements = await statementsOf(run.current, () =>
    Promise.all(Array.from({ length: 20 }, () => callApi("GET", "/readyz"))),
  );
  expect(statements).toHaveLength(1);
});

test("is not ready without its database, but still healthy", async () => {
  const [reply, health] = await withLostDatabase(
    async () => [await callApi("GET", "/readyz"), await callApi("GET", "/healthz")] as const,
  );
  expect(reply).toMatchObject({ status: 503, body: { _tag: "@error/Unavailable" } });
  expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(health.status).toBe(200);
});
