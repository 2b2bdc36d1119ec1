import type { Metadata } from "next";
import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import { EnvironmentBadge } from "@/app/console/environment";
import { settingsTabs, tenancyNavigation } from "@/app/console/navigation";
import { Shell } from "@/app/console/shell";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/console/console-context";
import { listConsoleTenancies } from "@/lib/console/list-tenancies";

export const metadata: Metadata = { title: "Choose a tenancy" };

const strongest = { role: "owner", strength: "passkey" } as const;

/** The name of a tenancy's page, such as "API keys" for `api-keys`. */
function nameOf(page: string): string | undefined {
  const pages = [...tenancyNavigation("", strongest.role), ...settingsTabs("", strongest)];
  return pages.findLast(({ href }) => href === `/console//${page}`)?.label;
}

/**
 * Opens a page of the operator's tenancy. The documentation links here, because it knows no
 * tenancy. With several tenancies, the operator chooses one.
 */
export default async function ToTenancyPage({ params }: { params: Promise<{ page: string[] }> }) {
  const session = await requireOperator();
  const page = (await params).page.join("/");
  const name = nameOf(page) ?? notFound();
  const tenancies = await listConsoleTenancies(session);
  const [only, ...more] = tenancies;
  if (only === undefined) redirect("/console/tenancies");
  if (more.length === 0) redirect(`/console/${only.id}/${page}`);
  return (
    <Shell session={session}>
      <PageHeader title={name} description="Choose a tenancy." />
      <ul className="flex max-w-xl flex-col divide-y divide-line rounded-xl border border-line bg-surface">
        {tenancies.map((tenancy) => (
          <li key={tenancy.id}>
            <Link
              href={`/console/${tenancy.id}/${page}`}
              className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 hover:bg-sunken"
            >
              <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{tenancy.name}</span>
              <EnvironmentBadge environment={tenancy.environment} />
            </Link>
          </li>
        ))}
      </ul>
    </Shell>
  );
}
