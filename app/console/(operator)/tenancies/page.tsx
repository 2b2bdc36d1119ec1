import { Building2, Plus } from "lucide-react";
import type { Metadata } from "next";
import { PendingSenders } from "@/app/console/(operator)/tenancies/pending-senders";
import { RaisedAlarms } from "@/app/console/(operator)/tenancies/raised-alarms";
import { RestoreNotice } from "@/app/console/restore-notice";
import { SuggestSecondPasskey } from "@/app/console/suggest-second-passkey";
import { ListPage } from "@/components/console/list-page";
import { ButtonLink } from "@/components/ui/button";
import { requireOperator } from "@/lib/console/console-context";
import {
  listConsoleAlarms,
  listConsolePendingSenders,
  listConsoleTenancies,
} from "@/lib/console/list-tenancies";
import { isCodeSession } from "@/lib/console/session-notice";
import { isSystemOwner } from "@/lib/domain/admin/operator/session/find-session";
import { TenanciesTable } from "./tenancies-table";

export const metadata: Metadata = { title: "Tenancies" };

export default async function TenanciesPage() {
  const session = await requireOperator();
  const [tenancies, pendingSenders, { alarms, nowMs }] = await Promise.all([
    listConsoleTenancies(session),
    listConsolePendingSenders(session),
    listConsoleAlarms(session),
  ]);
  const create =
    isSystemOwner(session) && !isCodeSession(session) ? (
      <ButtonLink href="/console/tenancies/new">
        <Plus aria-hidden className="size-4" />
        Create a tenancy
      </ButtonLink>
    ) : undefined;
  return (
    <>
      <ListPage
        title="Tenancies"
        description="One for each application, or for each of its environments."
        action={create}
        notice={
          <>
            <RestoreNotice />
            <SuggestSecondPasskey />
            <RaisedAlarms alarms={alarms} isSystemOwner={isSystemOwner(session)} nowMs={nowMs} />
          </>
        }
        path="/console/tenancies"
        isEmpty={tenancies.length === 0}
        nothingYet={{
          icon: Building2,
          title: "No tenancies yet",
          text: "A tenancy contains the users, passkeys and settings of one application.",
        }}
      >
        <TenanciesTable tenancies={tenancies} />
      </ListPage>
      {pendingSenders.length > 0 && !isCodeSession(session) && (
        <PendingSenders senders={pendingSenders} />
      )}
    </>
  );
}
