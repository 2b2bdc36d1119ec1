import { expect, test } from "vitest";
import { compatibleSettings } from "@/lib/domain/admin/tenancy/compatible-settings";
import { testRefusals } from "@/testing/action-refusals";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { makeTenancy } from "./actions";

const run = provideService();
const input = {
  name: "Harbour",
  environment: "production" as const,
  rpId: "example.com",
  allowedOrigins: ["https://app.example.com"],
};
const choice = { ...input, isCompatible: false };
const count = () => run.current.db.tenancy.count({ where: { isSystem: false } });

testRefusals(run, [
  { name: "makeTenancy", roles: [], needsStepUp: true, call: () => makeTenancy(choice) },
]);

test("a system owner makes a tenancy, audited as theirs; an admin of it does not", async () => {
  const owner = await createTestOperator(run.current);
  const admin = await createTestOperator(run.current, { role: "admin" });
  const made = await owner.as(() => makeTenancy(choice));
  if (!made.ok) throw new Error(made.error.message);
  expect(await run.current.db.tenancy.findUnique({ where: { id: made.value.id } })).toMatchObject(
    input,
  );
  expect(await run.current.db.auditEvent.findMany({ where: { tenancyId: made.value.id } })).toEqual(
    [
      expect.objectContaining({
        action: "tenancy.created",
        actorKind: "operator",
        actorId: owner.sub,
        address: "192.0.2.7",
      }),
    ],
  );
  const before = await count();
  expect(await admin.as(() => makeTenancy(choice))).toMatchObject({
    ok: false,
    error: { tag: "@error/Forbidden" },
  });
  expect(await count()).toBe(before);
});

test("a new application starts with safer settings; an existing client gets those of --compatible", async () => {
  const owner = await createTestOperator(run.current);
  const make = async (isCompatible: boolean) => {
    const made = await owner.as(() => makeTenancy({ ...input, isCompatible }));
    if (!made.ok) throw new Error(made.error.message);
    return run.current.db.tenancy.findUniqueOrThrow({ where: { id: made.value.id } });
  };
  expect(await make(false)).toMatchObject({
    linkByEmail: false,
    notifyOfNewPasskeys: true,
    legacyLookups: false,
    selfServiceRegistration: false,
  });
  expect(await make(true)).toMatchObject(compatibleSettings);
});

test.each([
  ["a blank name", { name: "" }, "name"],
  ["a public suffix", { rpId: "co.uk", allowedOrigins: [] }, "rpId"],
  [
    "an origin elsewhere",
    { allowedOrigins: ["https://app.example.com", "https://evil.test"] },
    "allowedOrigins.1",
  ],
  ["another environment", { environment: "test" }, "environment"],
  ["no choice of a client", { isCompatible: undefined }, "isCompatible"],
])("%s makes none, and the field is named", async (_name, wrong, path) => {
  const owner = await createTestOperator(run.current);
  const before = await count();
  const result = await owner.as(() => makeTenancy({ ...choice, ...wrong } as typeof choice));
  expect(result).toMatchObject({
    ok: false,
    error: { tag: "@error/BadRequest", issues: [{ path }] },
  });
  expect(await count()).toBe(before);
});
