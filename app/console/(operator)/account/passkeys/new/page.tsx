import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { accountContext } from "@/lib/console/account-context";
import { readRelyingParty } from "@/lib/console/relying-party";
import { isCodeSession } from "@/lib/console/session-notice";
import { acceptPage } from "@/lib/console/wanted-page";
import { AddPasskey } from "./add-passkey";

export const metadata: Metadata = { title: "Add a passkey" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewPasskeyPage({ searchParams }: Props) {
  const next = acceptPage((await searchParams).next);
  const { session } = await accountContext();
  const waits = isCodeSession(session);
  return (
    <>
      <PageHeader
        title="Add a passkey"
        back={{ href: "/console/account", label: "Your account" }}
        description={
          waits
            ? "With a passkey on this device, you won’t need an emailed code next time."
            : "Add one on another device or a security key, so that losing a device doesn’t lock you out."
        }
      />
      <AddPasskey relyingParty={await readRelyingParty()} waits={waits} next={next} />
    </>
  );
}
