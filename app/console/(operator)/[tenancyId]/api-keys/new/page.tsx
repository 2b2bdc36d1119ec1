import type { Metadata } from "next";
import { NewKeyForm } from "@/app/console/(operator)/[tenancyId]/api-keys/new/new-key-form";
import { PageHeader } from "@/components/ui/page-header";
import { applicationContext } from "@/lib/console/application-context";

export const metadata: Metadata = { title: "New API key" };

export default async function NewKeyPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  const { tenancy, baseUrl } = await applicationContext((await params).tenancyId, "api-key.create");
  return (
    <>
      <PageHeader
        title="New API key"
        description="Create one key per backend, so that you can lock or rotate it separately."
        back={{ href: `/console/${tenancy.id}/api-keys`, label: "API keys" }}
      />
      <NewKeyForm
        place={{
          endpoint: baseUrl,
          tenancyId: tenancy.id,
          clientId: tenancy.clientId,
          linksByEmail: tenancy.linkByEmail,
        }}
      />
    </>
  );
}
