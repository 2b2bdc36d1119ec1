import type { Metadata } from "next";
import { Panel } from "@/components/ui/panel";
import { readRelyingParty } from "@/lib/console/relying-party";
import { SetUpForm } from "./set-up-form";

export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

export default async function SetUpPage() {
  return (
    <Panel
      title="Become the first owner"
      description="Whoever opens this link first owns the installation: they see every tenancy, and invite others."
    >
      <SetUpForm relyingParty={await readRelyingParty()} />
    </Panel>
  );
}
