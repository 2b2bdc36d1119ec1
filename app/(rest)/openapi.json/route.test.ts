import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { declaredRoutes } from "@/testing/declared-routes";
import { provideService } from "@/testing/provide-service";

const run = provideService();

interface Documented {
  responses: Record<string, { description: string; headers: Record<string, unknown> }>;
}

test("serves a document with every declared route", async () => {
  const { body, status } = await callApi("GET", "/openapi.json");
  expect(status).toBe(200);
  const paths = new Set(declaredRoutes.map(({ path }) => path.replace(/\[(\w+)\]/g, "{$1}")));
  expect(Object.keys(body["paths"] as object).sort()).toEqual([...paths].sort());
});

test("names the base URL of the installation as its server", async () => {
  const { body } = await callApi("GET", "/openapi.json");
  expect(body["servers"]).toEqual([{ url: run.current.baseUrl, description: "This installation" }]);
});

test("lists Retry-After for every response that has it", async () => {
  const { body } = await callApi("GET", "/openapi.json");
  const paths = Object.values(body["paths"] as Record<string, Record<string, Documented>>);
  const responses = paths.flatMap((path) =>
    Object.values(path).flatMap((operation) => Object.entries(operation.responses)),
  );
  const retried = responses.filter(([status]) => ["429", "503"].includes(status));
  expect(retried.length).toBeGreaterThan(10);
  for (const [, { headers }] of retried)
    expect(headers["Retry-After"]).toMatchObject({ schema: { type: "integer" } });
  for (const [status, { headers, description }] of responses)
    expect(
      ["429", "503"].includes(status) || description.includes("@error/IdempotencyConflict"),
      status,
    ).toBe("Retry-After" in headers);
});

test("has a strong ETag, and returns 304 without a body for it", async () => {
  const { headers } = await callApi("GET", "/openapi.json");
  const etag = headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect(headers.get("cache-control")).toBe("no-cache, no-transform");
  expect(headers.get("content-type")).toBe("application/json");
  for (const given of [etag, `"other", ${etag}`, `W/${etag}`, "*"])
    expect(
      await callApi("GET", "/openapi.json", { headers: { "if-none-match": given } }),
    ).toMatchObject({ status: 304, text: "" });
  expect(
    (await callApi("GET", "/openapi.json", { headers: { "if-none-match": '"other"' } })).status,
  ).toBe(200);
});

test("passes the OpenAPI linter", () => {
  const lint = [
    "node_modules/@redocly/cli/bin/cli.js",
    "lint",
    "--extends=recommended",
    "--format=json",
    "lib/http/endpoint/openapi.generated.json",
  ];
  const { stdout } = spawnSync(process.execPath, lint, { encoding: "utf8" });
  const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
    totals: { errors: number; warnings: number };
    problems: { message: string }[];
  };
  expect(problems.map(({ message }) => message)).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});
