import { redirect } from "next/navigation";
import { requireOperator } from "@/lib/console/console-context";
import { listConsoleTenancies } from "@/lib/console/list-tenancies";

/** Redirects to the only tenancy, or to the list. */
export default async function ConsolePage() {
  const tenancies = await listConsoleTenancies(await requireOperator());
  const [only, ...more] = tenancies;
  redirect(only !== undefined && more.length === 0 ? `/console/${only.id}` : "/console/tenancies");
}
