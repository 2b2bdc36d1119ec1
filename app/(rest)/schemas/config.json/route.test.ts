import { expect, test } from "vitest";
import { locales } from "@/lib/domain/base/choose-locale";
import { settingNames } from "@/lib/domain/base/tenancy/settings";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";

provideService();
const path = "/schemas/config.json";

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean;
}

test("describes every setting, and refuses other names", async () => {
  const { body, status } = await callApi("GET", path);
  expect(status).toBe(200);
  const { properties = {}, additionalProperties } = body as Schema;
  expect(additionalProperties).toBe(false);
  const settings = properties["settings"]?.properties ?? {};
  expect(Object.keys(settings).sort()).toEqual(
    settingNames.filter((name) => name !== "name").sort(),
  );
  for (const [name, { description }] of Object.entries(settings))
    expect(description, name).toMatch(/\S/);
  expect(settings["codeDigits"]).toMatchObject({ type: "integer", minimum: 6, maximum: 10 });
  expect(settings["codeMs"]?.description).toMatch(/1 to 10 minutes.*Written in milliseconds\.$/);
  expect(settings["locale"]).toMatchObject({ enum: locales });
  expect(settings["environment"]).toMatchObject({ enum: ["development", "staging", "production"] });
  expect(properties["apiKeys"]?.items?.properties).toHaveProperty("scopes");
  expect(properties["passkeyPolicy"]?.properties).toHaveProperty("storage");
});

test("is cached, and open to any page", async () => {
  const { headers } = await callApi("GET", path);
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("cache-control")).toBe("public, max-age=3600");
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  const etag = headers.get("etag") ?? "";
  expect(await callApi("GET", path, { headers: { "if-none-match": etag } })).toMatchObject({
    status: 304,
    text: "",
  });
  const refused = await callApi("POST", path);
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
