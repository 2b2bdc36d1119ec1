import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { withMetricsToken } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { GET } from "./route";

provideService();
const metricsToken = "a-token-of-sixteen-or-more";
const scrape = (authorization?: string) =>
  GET(
    new Request("http://localhost/metrics", {
      headers: authorization === undefined ? {} : { authorization },
    }),
    { params: Promise.resolve({}) },
  );

test("metrics are off without METRICS_TOKEN, and require it as a bearer token", async () => {
  expect((await scrape()).status).toBe(404);
  await withMetricsToken(metricsToken, async () => {
    expect((await scrape()).status).toBe(403);
    expect((await scrape("Bearer wrong")).status).toBe(403);
    await callApi("GET", "/healthz");
    const reply = await scrape(`Bearer ${metricsToken}`);
    expect(reply.headers.get("content-type")).toContain("text/plain");
    expect(await reply.text()).toContain(
      'keystead_http_requests_total{method="GET",route="/healthz",status="200"} 1',
    );
  });
});
