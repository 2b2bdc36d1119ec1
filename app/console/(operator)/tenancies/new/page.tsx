import type { Metadata } from "next";
import { NewTenancyForm } from "@/app/console/(operator)/tenancies/new/new-tenancy-form";
import { PageHeader } from "@/components/ui/page-header";
import { consoleSystemContext } from "@/lib/console/console-context";

export const metadata: Metadata = { title: "New tenancy" };

export default async function NewTenancyPage() {
  await consoleSystemContext("tenancy.create");
  return (
    <>
      <PageHeader
        title="New tenancy"
        description={
          "One for each application, or for each of its environments: tenancies share no " +
          "users, passkeys or keys."
        }
        back={{ href: "/console/tenancies", label: "Tenancies" }}
      />
      <NewTenancyForm />
    </>
  );
}
