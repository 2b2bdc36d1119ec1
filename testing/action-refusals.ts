import { expect, test } from "vitest";
import type { ActionResult } from "@/lib/console/action-result";
import { withRequestFacts } from "@/lib/console/request-facts";
import { type OperatorRole, operatorRoles } from "@/lib/domain/base/permission";
import { createTestOperator, requestFacts } from "./test-operator";
import type { TestService } from "./test-service";
import { createTestTenancy, type TestTenancy } from "./test-tenancy";

/** A server action and the roles that may run it. */
export interface GuardedAction {
  name: string;
  call: (tenancy: TestTenancy) => Promise<ActionResult<unknown>>;
  /** Roles in the tenancy that may run it. Empty if only system owners may. */
  roles: readonly OperatorRole[];
  needsStepUp: boolean;
}

const refused = { ok: false, error: { tag: "@error/Forbidden" } };

/** Returns the tenancy, its keys and related origins, and the number of its audit events. */
async function contentsOf({ db }: TestService, id: string): Promise<unknown> {
  const where = { tenancyId: id };
  return Promise.all([
    db.tenancy.findUnique({ where: { id } }),
    db.apiKey.findMany({ where, orderBy: { id: "asc" } }),
    db.relatedOriginsHost.findMany({ where }),
    db.webhook.count({ where: { ...where, createdAt: { gt: new Date(0) } } }),
    db.auditEvent.count({ where }),
  ]);
}

/** Tests that each action rejects every other role and session, and changes nothing. */
export function testRefusals(
  run: { readonly current: TestService },
  actions: readonly GuardedAction[],
): void {
  test.each(actions)(
    "$name refuses callers without a session, from another site, without the role, or of another tenancy",
    async ({ call, roles, needsStepUp }) => {
      const tenancy = await createTestTenancy(run.current);
      const allowed = await createTestOperator(
        run.current,
        roles[0] === undefined ? {} : { tenancyId: tenancy.id, role: roles[0] },
      );
      const before = await contentsOf(run.current, tenancy.id);
      const attempt = () => call(tenancy);

      expect(await withRequestFacts(requestFacts(run.current, undefined), attempt)).toMatchObject({
        ...refused,
        needs: "sign-in",
      });
      expect(
        await allowed.as(attempt, { client: { origin: "https://evil.example" } }),
      ).toMatchObject(refused);
      expect(await allowed.as(attempt, { client: {} })).toMatchObject(refused);
      for (const role of operatorRoles.filter((one) => !roles.includes(one))) {
        const lower = await createTestOperator(run.current, { tenancyId: tenancy.id, role });
        expect([role, await lower.as(attempt)]).toMatchObject([role, refused]);
      }
      const elsewhere = await createTestOperator(run.current, {
        tenancyId: (await createTestTenancy(run.current)).id,
        role: "owner",
      });
      expect(await elsewhere.as(attempt)).toMatchObject(refused);
      if (needsStepUp) {
        const stale = await createTestOperator(run.current, {
          ...(roles[0] === undefined ? {} : { tenancyId: tenancy.id, role: roles[0] }),
          isSteppedUp: false,
        });
        expect(await stale.as(attempt)).toMatchObject({ ...refused, needs: "step-up" });
      }
      expect(await contentsOf(run.current, tenancy.id)).toEqual(before);
    },
  );
}
