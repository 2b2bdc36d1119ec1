import type { Metadata } from "next";
import { Panel } from "@/components/ui/panel";
import { readRelyingParty } from "@/lib/console/relying-party";
import { SetUpForm } from "./set-up-form";

export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

export default async function SetUpPage() {
  return (
    <Panel
      title="Become the first owner"
      description={
        "This link makes its first user the owner of the installation. Owners manage all " +
        "tenancies and invite other members."
      }
    >
      <SetUpForm relyingParty={await readRelyingParty()} />
    </Panel>
  );
}
