import { expect, test } from "vitest";
import { rotateApiKey } from "@/lib/domain/access/api-key/rotate-api-key";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import {
  type AuditAction,
  auditActions,
  targetKindOf,
} from "@/lib/domain/record/audit/audit-actions";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register } from "@/testing/ceremonies";
import { feedOf, sealAndNumber } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { eventSchemaOf } from "./event-types";

const run = provideService();

/** Details as the audit log has them. */
const details: Partial<Record<AuditAction, string>> = {
  "user.updated": "email, givenName",
  "webhook.changed": "url, types",
  "tenancy.settings-changed": "codeDigits: 6 → 8; allowedOrigins: https://a.example; x → https://b",
  "tenancy.branding-changed": "brandColor brandLogo",
  "operator.invited": "again",
  "operator.joined": "owner",
  "operator.role-changed": "auditor",
  "api-key.rotated": "01jd3s0m6kz8f4w2v9b7c5x1ta",
  "api-key.renamed": "secret name → other name",
  "passkey.moved": "01jd3s0m6kz8f4w2v9b7c5x1ta",
  "passkey.deleted": "01jd3s0m6kz8f4w2v9b7c5x1ta former id",
};

test("an event of every type fits its schema, and has no value of its audit event", async () => {
  const tenancy = await createTestTenancy(run.current);
  await sealAndNumber(run.current);
  const before = (await feedOf(tenancy)).length;
  for (const action of auditActions)
    await recordAudit(tenancy.ctx, run.current.db, {
      action,
      target: { kind: targetKindOf(action), id: "some-target" },
      detail: details[action] ?? "a value, such as ada@example.com",
      reason: "a reason, such as ada@example.com",
    });
  await sealAndNumber(run.current);
  const events = (await feedOf(tenancy)).slice(before);
  expect(events.map(({ type }) => type)).toEqual(auditActions);
  for (const event of events)
    expect(() => eventSchemaOf(event.type as AuditAction).parse(event), event.type).not.toThrow();
  expect(JSON.stringify(events)).not.toMatch(/example|secret name|reason|→/);
  const detailOf = (type: AuditAction) => events.find((event) => event.type === type)?.detail;
  expect(detailOf("user.updated")).toEqual({ fields: ["email", "givenName"] });
  expect(detailOf("tenancy.settings-changed")).toEqual({
    settings: ["codeDigits", "allowedOrigins"],
  });
  expect(detailOf("webhook.changed")).toEqual({ fields: ["url", "types"] });
  expect(detailOf("operator.joined")).toEqual({ role: "owner" });
  expect(detailOf("operator.invited")).toBeUndefined();
  expect(events.find(({ type }) => type === "passkey.deleted")).toMatchObject({
    sub: "01jd3s0m6kz8f4w2v9b7c5x1ta",
    passkeyId: "former id",
  });
});

test("events of real calls fit the schemas of their types", async () => {
  const tenancy = await createTestTenancy(run.current);
  const device = createSoftwareAuthenticator({ origin: testOrigin });
  const { principal } = await register(tenancy, device, { userId: "ada" });
  await authenticate(tenancy, device);
  const { key } = await tenancy.createKey({ scopes: ["users:manage", "users:erase"] });
  const headers = { authorization: `Bearer ${key}` };
  await tenancy.backend("PATCH", "users/ada", { givenName: "Ada" }, headers);
  await tenancy.backend("POST", "challenges", { purpose: "login", email: "ada@example.com" });
  await tenancy.backend("PATCH", `passkeys/${principal.authenticatorId}`, { userId: "bob" });
  await updateSettings(tenancy.ctx, { changes: { codeDigits: 8 } });
  await rotateApiKey(tenancy.ctx, { id: tenancy.apiKeyId, overlapMs: 60_000 });
  await tenancy.backend("DELETE", "users/bob", { reason: "asked" }, headers);
  await sealAndNumber(run.current);
  const events = await feedOf(tenancy);
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(7);
  for (const event of events)
    expect(() => eventSchemaOf(event.type as AuditAction).parse(event), event.type).not.toThrow();
});
