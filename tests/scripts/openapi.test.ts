import { expect, test } from "vitest";
import { createOpenApiDocument } from "@/scripts/openapi/create-openapi-document";
import { routes } from "@/server/routes.generated";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";

provideService();

test("the server serves the document that the declarations describe", async () => {
  const { body } = await callApi("GET", "/openapi.json");
  const described = JSON.parse(JSON.stringify(createOpenApiDocument(routes))) as object;
  expect({ ...body, servers: undefined }).toEqual({ ...described, servers: undefined });
});

test("a page of any origin may load the document", async () => {
  const { headers } = await callApi("GET", "/openapi.json", {
    headers: { origin: "https://editor.example" },
  });
  expect(headers.get("access-control-allow-origin")).toBe("*");
});
