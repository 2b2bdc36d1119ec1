import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";

provideService();

test("responds with and without a trailing slash", async () => {
  for (const path of ["/healthz", "/healthz/"])
    expect(await callApi("GET", path)).toMatchObject({ status: 200, body: { status: "ok" } });
  expect((await callApi("DELETE", "/healthz")).headers.get("allow")).toBe("GET, HEAD");
});
