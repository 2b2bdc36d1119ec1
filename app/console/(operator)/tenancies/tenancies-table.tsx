import { EnvironmentBadge } from "@/app/console/environment";
import { roleWords } from "@/app/console/role-words";
import { Badge } from "@/components/ui/badge";
import { OneLine, oneLineLook } from "@/components/ui/one-line";
import { Cell, HeadCell, Row, RowLink, Table } from "@/components/ui/table";
import type { OwnTenancy } from "@/lib/domain/admin/operator/account/list-own-tenancies";

export function TenanciesTable({ tenancies }: { tenancies: readonly OwnTenancy[] }) {
  return (
    <Table label="Tenancies" isFixed>
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell className="sm:w-[16%]">Environment</HeadCell>
          <HeadCell className="sm:w-[26%]">Domain</HeadCell>
          <HeadCell className="sm:w-[14%]">Your role</HeadCell>
          <HeadCell className="sm:w-[12%]">State</HeadCell>
        </tr>
      </thead>
      <tbody>
        {tenancies.map(({ id, name, environment, rpId, role, suspended }) => (
          <Row key={id}>
            <Cell>
              <RowLink href={`/console/${id}`} title={name} className={oneLineLook}>
                {name}
              </RowLink>
            </Cell>
            <Cell label="Environment">
              <EnvironmentBadge environment={environment} />
            </Cell>
            <Cell label="Domain">
              <OneLine text={rpId} />
            </Cell>
            <Cell label="Your role">{roleWords[role].label}</Cell>
            <Cell isBesideTitle>{suspended && <Badge tone="warning">Suspended</Badge>}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
