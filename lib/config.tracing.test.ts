import { expect, test } from "vitest";
import { readConfig } from "./config";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

test("nothing is traced without an endpoint", () => {
  expect(readConfig({ OTEL_SERVICE_NAME: "sign-in" }).tracing).toBeUndefined();
});

test("an endpoint traces every request as keystead", () => {
  expect(readConfig(endpoint).tracing).toEqual({
    url: "http://collector:4318/v1/traces",
    headers: {},
    serviceName: "keystead",
    sampledShare: 1,
  });
});

test("the endpoint may have a path, with or without a slash", () => {
  for (const path of ["/otlp", "/otlp/"])
    expect(
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `https://traces.example.com${path}` }).tracing?.url,
    ).toBe("https://traces.example.com/otlp/v1/traces");
});

test("headers are percent-decoded, and may contain =", () => {
  const { tracing } = readConfig({
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Basic%20YTpi==, x-scope-orgid=7",
  });
  expect(tracing?.headers).toEqual({ Authorization: "Basic YTpi==", "x-scope-orgid": "7" });
});

test.each([
  ["0", 0],
  ["0.25", 0.25],
  ["1.0", 1],
])("a share of %s", (text, share) => {
  expect(readConfig({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: text }).tracing?.sampledShare).toBe(
    share,
  );
});
