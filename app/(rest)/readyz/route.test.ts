import { expect, test } from "vitest";
import { callApi } from "@/lib/testing/api-client";
import { startTestService } from "@/lib/testing/test-service";
import { setService } from "@/lib/http/service";
import { useService } from "@/tests/support/use-service";

const run = useService();

test("it is ready with its database, and not while a migration is missing", async () => {
  expect(await callApi("GET", "/readyz")).toMatchObject({ status: 200, body: { status: "ok" } });
  await run.current.pool.query(`UPDATE "_prisma_migrations" SET "finished_at" = NULL`);
  const reply = await callApi("GET", "/readyz");
  await run.current.pool.query(`UPDATE "_prisma_migrations" SET "finished_at" = now()`);
  expect(reply).toMatchObject({ status: 503, body: { _tag: "@error/Unavailable" } });
});

test("it is not ready without its database, while the process is healthy", async () => {
  const lost = startTestService("postgresql://nobody@127.0.0.1:1/nowhere");
  const reply = await callApi("GET", "/readyz");
  const health = await callApi("GET", "/healthz");
  await lost.close();
  setService(run.current);
  expect(reply).toMatchObject({ status: 503, body: { _tag: "@error/Unavailable" } });
  expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(health.status).toBe(200);
});
