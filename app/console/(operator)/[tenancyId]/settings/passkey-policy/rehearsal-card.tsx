import { wordsOfReason } from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import { DownloadButton } from "@/app/console/download-button";
import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { Card } from "@/components/ui/card";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { PasskeyPolicySimulation } from "@/lib/contract/policy-simulation";
import type { Rehearsal } from "@/lib/domain/passkey-policy/rehearse-policy";

const number = new Intl.NumberFormat("en");
const useWords: Record<PasskeyPolicySimulation["lastUses"][number]["lastUse"], string> = {
  "7-days": "Used in the last 7 days",
  "30-days": "Used in the last 30 days",
  "90-days": "Used in the last 90 days",
  earlier: "Used earlier",
  never: "Never used",
};
const wordsOf = (reason: string) => wordsOfReason(`VerificationFailed.${reason}`);

const share = (count: { refused: number; passkeys: number }) =>
  `${number.format(count.refused)} of ${number.format(count.passkeys)}`;

/** Returns how many users would be refused. */
function verdict({ refusedUsers, affectedUsers, users }: PasskeyPolicySimulation): string {
  const all = `${number.format(users)} ${users === 1 ? "user" : "users"}`;
  if (affectedUsers === 0) return `None of ${all} would be refused.`;
  const others = affectedUsers - refusedUsers;
  const rest =
    others === 0
      ? ""
      : ` ${number.format(others)} more would lose a passkey, but can use another one.`;
  return `${number.format(refusedUsers)} of ${all} would be refused.${rest}`;
}

interface Props {
  rehearsal: Rehearsal;
  tenancyId: string;
  mayExport: boolean;
  isSaved: boolean;
}

/** The result of testing the rules: how many passkeys would be refused, why, and which ones. */
export function RehearsalCard({ rehearsal, tenancyId, mayExport, isSaved }: Props) {
  const { totals, refused } = rehearsal;
  const path = `/console/${tenancyId}`;
  return (
    <Card
      title="Test result"
      description={<p role="status">{verdict(totals)}</p>}
      action={
        mayExport && isSaved && totals.refusedPasskeys > 0 ? (
          <DownloadButton href={`${path}/settings/passkey-policy/export`}>
            Export CSV
          </DownloadButton>
        ) : undefined
      }
    >
      <DetailsList
        rows={[
          [
            "Passkeys",
            `${share({ refused: totals.refusedPasskeys, passkeys: totals.passkeys })} refused`,
          ],
          ...Object.entries(totals.reasons).map(
            ([reason, count]) => [wordsOf(reason), number.format(count)] as const,
          ),
          ...totals.providers
            .filter((count) => count.refused > 0)
            .map((count) => [count.provider ?? "Unknown model", share(count)] as const),
          ...totals.lastUses
            .filter((count) => count.refused > 0)
            .map((count) => [useWords[count.lastUse], share(count)] as const),
          ...(totals.notYetRead === 0
            ? []
            : [
                [
                  "Not yet read",
                  `${number.format(totals.notYetRead)}: their attestation is from before an upgrade. Test again in a few minutes.`,
                ] as const,
              ]),
          ...(totals.notPredictable.length === 0
            ? []
            : [["Not predictable", totals.notPredictable.map(wordsOf).join(", ")] as const]),
        ]}
      />
      {!isSaved && mayExport && totals.refusedPasskeys > refused.length && (
        <p className="text-sm text-quiet">Save the rules to export the whole list.</p>
      )}
      {refused.length > 0 && (
        <Table label="Refused passkeys">
          <thead>
            <tr>
              <HeadCell>Passkey</HeadCell>
              <HeadCell>Provider</HeadCell>
              <HeadCell>Reason</HeadCell>
              <HeadCell>Last used</HeadCell>
            </tr>
          </thead>
          <tbody>
            {refused.map(({ passkeyId, username, provider, reasons, lastUsed }) => (
              <Row key={passkeyId}>
                <Cell>
                  <Link
                    href={`${path}/passkeys/${passkeyId}`}
                    className="font-medium hover:text-accent hover:underline"
                  >
                    <Breakable text={username || passkeyId} />
                  </Link>
                </Cell>
                <Cell label="Provider">{provider ?? "Unknown model"}</Cell>
                <Cell label="Reason">{reasons.map(wordsOf).join(", ")}</Cell>
                <Cell label="Last used">
                  {lastUsed === undefined ? "Never" : <LocalTime at={lastUsed} />}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
