import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { inSpan, startSpan } from "@/lib/platform/tracing/tracing";
import { newMailbox } from "@/testing/challenge-rules";
import { withBroken, withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { recordSpans, traceTestService } from "@/testing/record-spans";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { endpoint } from "./endpoint";
import { methods } from "./methods";
import { traceLines } from "./trace-call";

const run = provideService();
let tenancy: TestTenancy;
beforeAll(async () => {
  traceTestService(run.current);
  tenancy = await createTestTenancy(run.current);
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerSpanId = "00f067aa0ba902b7";
const traceparent = (flags: string) => `00-${traceId}-${callerSpanId}-${flags}`;
const getPasskeys = (headers: Record<string, string> = {}) =>
  tenancy.backend("GET", "passkeys", undefined, headers);
const loggedRequests = () =>
  run.current.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ route }) => route !== undefined);

describe("the spans of a request", () => {
  test("are its route, its operation and its statements", async () => {
    const { spans, named } = await recordSpans(run.current, () =>
      getPasskeys({ "x-request-id": "request-1" }),
    );
    const request = named("GET /v2/[tenancyId]/passkeys");
    const operation = named("listPasskeys");
    expect(request).toMatchObject({
      kind: 2,
      status: 0,
      attributes: {
        "http.request.method": "GET",
        "http.route": "/v2/[tenancyId]/passkeys",
        "http.response.status_code": 200,
        "keystead.request_id": "request-1",
        "keystead.tenancy": tenancy.id,
      },
    });
    expect(request.parentSpanId).toBeUndefined();
    expect(operation).toMatchObject({ kind: 1, parentSpanId: request.spanId });
    expect(named("SELECT Passkey User")).toMatchObject({
      kind: 3,
      parentSpanId: operation.spanId,
      attributes: {
        "db.system.name": "postgresql",
        "db.operation.name": "SELECT",
        "db.query.summary": "SELECT Passkey User",
      },
    });
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([request.traceId]));
  });

  test("include a transaction's statements", async () => {
    const [owned] = await own(tenancy, 1, { userId: "tim" });
    const { named } = await recordSpans(run.current, () =>
      tenancy.backend("PATCH", `user/${owned?.sub}`, { givenName: "Tim" }),
    );
    const { spanId } = named("updateUser");
    for (const statement of ["BEGIN", "UPDATE User", "INSERT AuditEvent", "COMMIT"])
      expect(named(statement).parentSpanId).toBe(spanId);
  });

  test("have the error's tag, and fail only for a 5xx", async () => {
    const { named } = await recordSpans(run.current, async () => {
      await tenancy.backend("GET", "user/nobody");
      await withLostDatabase(() => tenancy.backend("GET", "passkeys"));
    });
    expect(named("GET /v2/[tenancyId]/user/[sub]")).toMatchObject({
      status: 0,
      attributes: { "error.type": "@error/NotFound", "http.response.status_code": 404 },
    });
    expect(named("getUser")).toMatchObject({
      status: 0,
      attributes: { "error.type": "@error/NotFound" },
    });
    expect(named("GET /v2/[tenancyId]/passkeys")).toMatchObject({
      status: 2,
      attributes: { "error.type": "@error/Unavailable", "http.response.status_code": 503 },
    });
  });

  test("of a stream include what it reads", async () => {
    const { key } = await tenancy.createKey({ scopes: ["vault:export"] });
    const { named } = await recordSpans(run.current, () =>
      tenancy.backend("GET", "passkeys/export", undefined, { authorization: `Bearer ${key}` }),
    );
    const operation = named("exportVault");
    expect(operation.parentSpanId).toBe(named("GET /v2/[tenancyId]/passkeys/export").spanId);
    expect(named("SELECT Tenancy ApiKey Passkey User").parentSpanId).toBe(operation.spanId);
  });

  test("of a batch belong to the first caller and link to the others", async () => {
    const create = () =>
      tenancy.backend("POST", "challenges", { email: newMailbox(), purpose: "x" });
    const { spans, named } = await recordSpans(run.current, () =>
      Promise.all([create(), create(), create()]),
    );
    const batch = named("batch");
    const callers = spans.filter(({ name }) => name === "createChallenge");
    const ofOthers = callers.filter(({ spanId }) => spanId !== batch.parentSpanId);
    expect(batch.attributes).toEqual({ "keystead.batch.size": 3 });
    expect(ofOthers).toHaveLength(2);
    expect(batch.links.map(({ traceId, spanId }) => [traceId, spanId]).sort()).toEqual(
      ofOthers.map(({ traceId, spanId }) => [traceId, spanId]).sort(),
    );
    const [statement, ...more] = spans.filter(({ parentSpanId }) => parentSpanId === batch.spanId);
    expect([statement?.traceId, more]).toEqual([batch.traceId, []]);
  });

  test("of concurrent requests don't mix", async () => {
    const { spans } = await recordSpans(run.current, () =>
      Promise.all(
        Array.from({ length: 30 }, (_, index) => tenancy.backend("GET", `user/${index}`)),
      ),
    );
    const requests = spans.filter(({ kind }) => kind === 2);
    expect(requests).toHaveLength(30);
    for (const request of requests) {
      const names = spans
        .filter((span) => span.traceId === request.traceId && span.kind !== 2)
        .map(({ name }) => name)
        .filter((name) => name !== "SELECT ApiKey Tenancy" && name !== "batch");
      expect(names.sort()).toEqual(["SELECT User", "getUser"]);
    }
  });
});

describe("lines that are read after the handler has returned", () => {
  async function* lines() {
    for (const line of [1, 2, 3]) {
      startSpan({ name: `line ${line}` })?.end();
      yield line;
    }
  }
  const begin = () =>
    inSpan({ name: "request", parent: null }, () => traceLines("exportLines", lines()));

  test("are read in the operation's span", async () => {
    const { spans, named } = await recordSpans(run.current, async () => {
      const read: number[] = [];
      for await (const line of await begin()) read.push(line);
      expect(read).toEqual([1, 2, 3]);
    });
    const operation = named("exportLines");
    expect(operation.parentSpanId).toBe(named("request").spanId);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === operation.spanId)).toHaveLength(3);
  });

  test("end the span when the client disconnects", async () => {
    const { spans } = await recordSpans(run.current, async () => {
      for await (const line of await begin()) if (line === 2) break;
    });
    expect(spans.map(({ name }) => name).sort()).toEqual([
      "exportLines",
      "line 1",
      "line 2",
      "request",
    ]);
  });
});

describe("traceparent", () => {
  test("continues the caller's trace", async () => {
    const { named } = await recordSpans(run.current, () =>
      getPasskeys({ traceparent: traceparent("01") }),
    );
    expect(named("GET /v2/[tenancyId]/passkeys")).toMatchObject({
      traceId,
      parentSpanId: callerSpanId,
    });
    expect(named("listPasskeys").traceId).toBe(traceId);
  });

  test.each([
    "",
    "x",
    `00-${traceId}-${callerSpanId}`,
    `00-${traceId.toUpperCase()}-${callerSpanId}-01`,
    `00-${"0".repeat(32)}-${callerSpanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `ff-${traceId}-${callerSpanId}-01`,
    `00-${traceId}-${callerSpanId}-01-more`,
    `00-${traceId}-${callerSpanId}-01, 00-${traceId}-${callerSpanId}-01`,
  ])("%j is ignored", async (malformed) => {
    const { named } = await recordSpans(run.current, () => getPasskeys({ traceparent: malformed }));
    const request = named("GET /v2/[tenancyId]/passkeys");
    expect(request.parentSpanId).toBeUndefined();
    expect(request.traceId).not.toBe(traceId);
  });

  test("can't force a trace, but prevents one", async () => {
    const forced = await recordSpans(
      run.current,
      () => getPasskeys({ traceparent: traceparent("01") }),
      { sampledShare: 0 },
    );
    const prevented = await recordSpans(run.current, () =>
      getPasskeys({ traceparent: traceparent("00") }),
    );
    expect([forced.spans, prevented.spans]).toEqual([[], []]);
  });
});

describe("log lines", () => {
  test("of a request have the ids of its span", async () => {
    run.current.logged.length = 0;
    const { named } = await recordSpans(run.current, () => getPasskeys());
    const request = named("GET /v2/[tenancyId]/passkeys");
    expect(loggedRequests()).toMatchObject([{ traceId: request.traceId, spanId: request.spanId }]);
  });

  test("of an internal error have the ids of the request's span", async () => {
    run.current.logged.length = 0;
    const shareOf = () => {
      throw new Error("broken");
    };
    const { named } = await recordSpans(run.current, () =>
      withBroken({ shareOf }, () => getPasskeys()),
    );
    const request = named("GET /v2/[tenancyId]/passkeys");
    expect(request.attributes["error.type"]).toBe("@error/Internal");
    expect(loggedRequests()).toMatchObject(
      ["internal error", undefined].map((msg) => ({
        traceId: request.traceId,
        spanId: request.spanId,
        ...(msg === undefined ? {} : { msg }),
      })),
    );
  });

  test("of a stream that breaks have the ids of the request's span", async () => {
    run.current.logged.length = 0;
    const { GET } = methods({
      GET: endpoint({
        operation: "streamNumbers",
        summary: "Stream numbers",
        auth: "public",
        success: [200, z.number()],
        respondsWithLines: true,
        errors: [],
        async *handle() {
          yield 1;
          yield await Promise.reject<number>(new RangeError("broken"));
        },
      }),
    });
    const { named } = await recordSpans(run.current, async () => {
      const url = "http://localhost:3000/numbers";
      const response = await GET(new Request(url), {
        params: Promise.resolve({}),
        route: "/numbers",
      });
      await expect(response.text()).rejects.toThrow();
    });
    const { traceId, spanId } = named("GET /numbers");
    const broken = run.current.logged.find((line) => line.includes("response.stream_failed"));
    expect(JSON.parse(broken ?? "{}")).toMatchObject({ traceId, spanId });
    expect(named("streamNumbers")).toMatchObject({
      status: 2,
      attributes: { "error.type": "RangeError" },
    });
  });

  test("of a request that isn't sampled have the caller's trace id", async () => {
    run.current.logged.length = 0;
    await recordSpans(run.current, () => getPasskeys({ traceparent: traceparent("01") }), {
      sampledShare: 0,
    });
    expect(loggedRequests()).toMatchObject([{ traceId }]);
  });

  test("have no ids without tracing", async () => {
    run.current.logged.length = 0;
    await getPasskeys({ traceparent: traceparent("01") });
    expect(run.current.logged.join("\n")).not.toMatch(/traceId|spanId|4bf92f/);
    expect(loggedRequests()).toHaveLength(1);
  });
});
