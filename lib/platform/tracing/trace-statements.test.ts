import { beforeAll, describe, expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { recordSpans, traceTestService } from "@/testing/record-spans";
import { inSpan } from "./tracing";

const run = provideService();
beforeAll(() => traceTestService(run.current));

const inRequest = (name: string, work: () => Promise<unknown>) =>
  inSpan({ name, parent: null }, work);
const secret = "a-secret-value";

describe("the span of a statement", () => {
  test("belongs to its request, even if it waits for another request's connection", async () => {
    const { pool } = run.current;
    const names = Array.from({ length: 40 }, (_, index) => `request ${index}`);
    const { spans } = await recordSpans(run.current, () =>
      Promise.all(names.map((name) => inRequest(name, () => pool.query("SELECT pg_sleep(0.01)")))),
    );
    for (const name of names) {
      const request = spans.find((span) => span.name === name);
      const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
      expect(statements.map((span) => span.name)).toEqual(["SELECT"]);
    }
  });

  test("has PostgreSQL's code of a failure, and neither its text nor its parameters", async () => {
    const { db, pool } = run.current;
    const { receiver, spans } = await recordSpans(run.current, async () => {
      const fail = async (work: () => Promise<unknown>) =>
        void (await expect(inRequest("request", work)).rejects.toThrow());
      await fail(() => pool.query("SELECT $1::int", [secret]));
      await fail(() => pool.query(`SELECT '${secret}'::int`));
      await fail(() => db.$queryRawUnsafe(`SELECT '${secret}'::int`));
      await fail(() => db.$transaction((tx) => tx.$executeRaw`SELECT ${secret}::int`));
    });
    const failed = spans.filter(({ name }) => name === "SELECT");
    expect(failed.map(({ status, attributes }) => [status, attributes["error.type"]])).toEqual(
      Array.from({ length: 4 }, () => [2, "22P02"]),
    );
    expect(receiver.bodies.join("\n")).not.toContain(secret);
  });

  test("is missing outside a request", async () => {
    const { spans } = await recordSpans(run.current, async () => {
      await run.current.pool.query("SELECT 1");
      await inSpan({ name: "background work" }, () => run.current.pool.query("SELECT 1"));
    });
    expect(spans).toEqual([]);
  });
});
