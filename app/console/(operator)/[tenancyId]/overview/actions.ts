"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { dismissChecklist } from "@/lib/domain/admin/tenancy/find-onboarding-checklist";

export const dismissChecklistAction = consoleAction("settings.appearance", z.object({}), (ctx) =>
  dismissChecklist(ctx),
);
