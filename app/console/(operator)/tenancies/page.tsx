import { Building2, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { PendingSenders } from "@/app/console/(operator)/tenancies/pending-senders";
import { RaisedAlarms } from "@/app/console/(operator)/tenancies/raised-alarms";
import { EnvironmentBadge } from "@/app/console/environment";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { requireOperator } from "@/lib/console/console-context";
import { isCodeSession } from "@/lib/console/session-notice";
import {
  listConsoleAlarms,
  listConsolePendingSenders,
  listConsoleTenancies,
} from "@/lib/console/list-tenancies";
import { isSystemOwner } from "@/lib/domain/operator/session/find-session";

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
      <PageHeader
        title="Tenancies"
        description="One for each application, or for each of its environments."
        action={create}
      />
      <RaisedAlarms alarms={alarms} isSystemOwner={isSystemOwner(session)} nowMs={nowMs} />
      {tenancies.length === 0 ? (
        <EmptyState icon={Building2} title="No tenancy yet" action={create}>
          A tenancy holds the users and passkeys of one application, and the rules for both.
        </EmptyState>
      ) : (
        <Table label="Tenancies">
          <thead>
            <tr>
              <HeadCell>Name</HeadCell>
              <HeadCell>Environment</HeadCell>
              <HeadCell>Domain</HeadCell>
              <HeadCell>Your role</HeadCell>
              <HeadCell>State</HeadCell>
            </tr>
          </thead>
          <tbody>
            {tenancies.map(({ id, name, environment, rpId, role, suspended }) => (
              <Row key={id}>
                <Cell>
                  <Link
                    href={`/console/${id}`}
                    className="font-medium hover:text-accent hover:underline"
                  >
                    {name}
                  </Link>
                </Cell>
                <Cell>
                  <EnvironmentBadge environment={environment} />
                </Cell>
                <Cell>{rpId}</Cell>
                <Cell>{role}</Cell>
                <Cell>
                  {suspended ? (
                    <Badge tone="warning">Suspended</Badge>
                  ) : (
                    <Badge tone="good">Live</Badge>
                  )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      {pendingSenders.length > 0 && !isCodeSession(session) && (
        <PendingSenders senders={pendingSenders} />
      )}
    </>
  );
}
