import { ActorName } from "@/app/console/(operator)/[tenancyId]/audit/actor-name";
import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { PolicyVersion } from "@/lib/domain/passkey-policy/get-policy";

const modes: Record<string, string> = { off: "Off", monitor: "Monitor", enforce: "Enforce" };

/** The latest saved versions: who saved each, when and why. */
export function VersionsCard({
  tenancyId,
  versions,
}: {
  tenancyId: string;
  versions: readonly PolicyVersion[];
}) {
  return (
    <Card title="Versions" description="Every save adds a version.">
      {versions.length === 0 ? (
        <p className="text-sm text-quiet">No policy has been saved yet.</p>
      ) : (
        <Table label="Versions">
          <thead>
            <tr>
              <HeadCell>Version</HeadCell>
              <HeadCell>Mode</HeadCell>
              <HeadCell>Saved by</HeadCell>
              <HeadCell>Reason</HeadCell>
              <HeadCell>Saved</HeadCell>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <Row key={version.version}>
                <Cell className="font-medium">{version.version}</Cell>
                <Cell label="Mode">{modes[version.mode] ?? version.mode}</Cell>
                <Cell label="Saved by">
                  <ActorName event={version} tenancy={{ id: tenancyId, isSystem: false }} />
                </Cell>
                <Cell label="Reason" className="break-words">
                  {version.reason}
                </Cell>
                <Cell label="Saved">
                  <LocalTime at={version.createdAt.getTime()} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
