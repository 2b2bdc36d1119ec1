import { ActorName } from "@/app/console/(operator)/[tenancyId]/audit/actor-name";
import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { PolicyVersion } from "@/lib/domain/passkey/policy/get-policy";
import type { ModelChoice } from "@/lib/domain/passkey/policy/list-models";
import { type Difference, policyDifferences } from "./policy-differences";
import { choiceName, modes } from "./rule-choices";

interface Props {
  tenancyId: string;
  versions: readonly PolicyVersion[];
  /** Names of models. */
  models: readonly ModelChoice[];
}

/** What a version changed, folded to the number of rules. */
function Changes({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <span className="text-quiet">None</span>;
  return (
    <details className="min-w-0 open:grow">
      <summary className="min-h-6 cursor-pointer content-center">
        {differences.length === 1 ? "1 rule" : `${differences.length} rules`}
      </summary>
      <dl className="flex flex-col gap-1 pt-2">
        {differences.map(({ rule, change }) => (
          <div key={rule} className="[overflow-wrap:anywhere]">
            <dt className="inline text-quiet">{rule}:</dt> <dd className="inline">{change}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The latest saved versions: what each changed, and who saved it, when and why. */
export function VersionsCard({ tenancyId, versions, models }: Props) {
  return (
    <Card
      title="Versions"
      description={
        versions.length === 0
          ? "Every save adds a version."
          : "Every save adds a version. Its changes are those since the version before."
      }
    >
      {versions.length === 0 ? (
        <p className="text-sm text-quiet">No policy has been saved yet.</p>
      ) : (
        <Table label="Versions">
          <thead>
            <tr>
              <HeadCell>Version</HeadCell>
              <HeadCell>Mode</HeadCell>
              <HeadCell>Changes</HeadCell>
              <HeadCell>Saved by</HeadCell>
              <HeadCell>Reason</HeadCell>
              <HeadCell>Saved</HeadCell>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <Row key={version.version} className="sm:[&>td]:align-top">
                <Cell className="font-medium">{version.version}</Cell>
                <Cell label="Mode">{choiceName(modes, version.rules.mode)}</Cell>
                <Cell label="Changes" className="sm:min-w-64">
                  <Changes differences={policyDifferences(version.before, version.rules, models)} />
                </Cell>
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
