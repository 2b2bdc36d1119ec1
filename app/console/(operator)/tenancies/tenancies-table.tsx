import { EnvironmentBadge } from "@/app/console/environment";
import { roleWords } from "@/app/console/role-words";
import { Badge } from "@/components/ui/badge";
import { Cell, HeadCell, Row, RowLink, Table } from "@/components/ui/table";
import type { OwnTenancy } from "@/lib/domain/operator/account/list-own-tenancies";

export function TenanciesTable({ tenancies }: { tenancies: readonly OwnTenancy[] }) {
  return (
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
              <RowLink href={`/console/${id}`} className="[overflow-wrap:anywhere]">
                {name}
              </RowLink>
            </Cell>
            <Cell label="Environment">
              <EnvironmentBadge environment={environment} />
            </Cell>
            <Cell label="Domain" className="[overflow-wrap:anywhere]">
              {rpId}
            </Cell>
            <Cell label="Your role">{roleWords[role].label}</Cell>
            <Cell isBesideTitle>
              {suspended ? (
                <Badge tone="warning">Suspended</Badge>
              ) : (
                <Badge tone="good">Active</Badge>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
