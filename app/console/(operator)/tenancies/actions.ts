"use server";

import { consoleSystemAction } from "@/lib/console/console-action";
import { createTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import { NewTenancyInput } from "./new-tenancy-input";

/** Creates a tenancy. Only system owners may. */
export const makeTenancy = consoleSystemAction(
  "tenancy.create",
  NewTenancyInput,
  async (ctx, input) => {
    const { id } = await createTenancy(ctx, ctx.actor, input);
    return { id };
  },
);
