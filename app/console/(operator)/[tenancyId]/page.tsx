import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext } from "@/lib/console/console-context";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  const ctx = await consoleContext((await params).tenancyId, "overview.read");
  return <PageHeader title={ctx.tenancy.name} />;
}
