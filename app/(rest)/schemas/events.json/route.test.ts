import { expect, test } from "vitest";
import { z } from "zod";
import { eventSample } from "@/lib/contract/event";
import { auditActions } from "@/lib/domain/record/audit/audit-actions";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";

provideService();
const path = "/schemas/events.json";

interface Schema {
  $defs: Record<string, { title: string; required: string[]; additionalProperties: boolean }>;
  oneOf: { $ref: string }[];
}

test("has a schema with a title for each type", async () => {
  const { body, status } = await callApi("GET", path);
  expect(status).toBe(200);
  const { $defs, oneOf } = body as unknown as Schema;
  expect(Object.keys($defs)).toEqual(auditActions);
  expect(oneOf.map(({ $ref }) => $ref)).toEqual(auditActions.map((type) => `#/$defs/${type}`));
  for (const [type, schema] of Object.entries($defs)) {
    expect(schema.title, type).toMatch(/^[A-Z]/);
    expect(schema.additionalProperties, type).toBe(false);
    expect(schema.required, type).toEqual(
      expect.arrayContaining(["number", "id", "type", "createdAt", "actor", "target"]),
    );
  }
});

test("accepts the documented event, and refuses it with another target or a value", async () => {
  const { body } = await callApi("GET", path);
  const { $defs } = body as unknown as Schema;
  const schema = z.fromJSONSchema($defs["passkey.registered"] as z.core.JSONSchema.JSONSchema);
  expect(schema.safeParse(eventSample).success).toBe(true);
  const target = { kind: "user", id: eventSample.sub };
  expect(schema.safeParse({ ...eventSample, target }).success).toBe(false);
  expect(schema.safeParse({ ...eventSample, email: "ada@example.com" }).success).toBe(false);
});

test("is cached, and open to any page", async () => {
  const { headers } = await callApi("GET", path);
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("cache-control")).toBe("public, max-age=3600");
  expect(headers.get("access-control-allow-origin")).toBe("*");
});
