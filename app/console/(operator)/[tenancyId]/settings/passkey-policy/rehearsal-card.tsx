import { type Bar, BarTable } from "@/app/console/(operator)/[tenancyId]/overview/bar-table";
import { DownloadButton } from "@/app/console/download-button";
import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { Card } from "@/components/ui/card";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { PasskeyPolicySimulation } from "@/lib/contract/policy-simulation";
import { nameProvider, unknownProvider } from "@/lib/domain/passkey/name-provider";
import type { Rehearsal } from "@/lib/domain/passkey/policy/save-policy";
import { type Effect, othersOf, resultOf, useWords } from "./rehearsal-words";
import { ruleOf, untestedWords } from "./rule-words";

const number = new Intl.NumberFormat("en");
const share = (count: { refused: number; passkeys: number }) =>
  `${number.format(count.refused)} of ${number.format(count.passkeys)}`;

/** How many users would be refused, as a sentence and a bar. */
function UsersBar({ totals, effect }: { totals: PasskeyPolicySimulation; effect: Effect }) {
  const { refusedUsers, affectedUsers, users } = totals;
  const widthOf = (count: number) => ({ width: `${(100 * count) / Math.max(1, users)}%` });
  return (
    <div className="flex flex-col gap-2">
      <p role="status">
        <span className="block text-lg font-semibold tracking-tight text-pretty">
          {resultOf(totals, effect)}
        </span>{" "}
        <span className="text-sm text-quiet">{othersOf(totals)}</span>
      </p>
      <div aria-hidden className="flex h-3 overflow-hidden rounded-full bg-sunken">
        <span className="bg-danger" style={widthOf(refusedUsers)} />
        <span className="bg-warning" style={widthOf(affectedUsers - refusedUsers)} />
      </div>
    </div>
  );
}

/** The refused passkeys of each provider, as a share of its passkeys. */
const providerBars = ({ providers }: PasskeyPolicySimulation): Bar[] =>
  providers
    .filter(({ refused }) => refused > 0)
    .map(({ provider, passkeys, refused }) => ({
      label: provider ?? unknownProvider,
      count: refused,
      share: refused / passkeys,
    }));

interface Props {
  rehearsal: Rehearsal;
  tenancyId: string;
  mayExport: boolean;
  isSaved: boolean;
  effect: Effect;
  storage: PasskeyPolicyRules["storage"];
}

/** The result of testing the rules: how many passkeys would be refused, why, and which ones. */
export function RehearsalCard({ rehearsal, tenancyId, mayExport, isSaved, ...rules }: Props) {
  const { effect, storage } = rules;
  const { totals, refused } = rehearsal;
  const nameOf = (reason: string) => ruleOf(reason, storage);
  const path = `/console/${tenancyId}`;
  const bars = providerBars(totals);
  return (
    <Card
      title="Test result"
      action={
        mayExport && isSaved && totals.refusedPasskeys > 0 ? (
          <DownloadButton href={`${path}/settings/passkey-policy/export`}>
            Export CSV
          </DownloadButton>
        ) : undefined
      }
    >
      <UsersBar totals={totals} effect={effect} />
      {bars.length > 0 && (
        <BarTable
          caption="Refused passkeys by provider"
          of="the provider’s passkeys, refused"
          bars={bars}
          color="var(--danger)"
        />
      )}
      <DetailsList
        rows={[
          [
            "Passkeys",
            `${share({ refused: totals.refusedPasskeys, passkeys: totals.passkeys })} refused`,
          ],
          ...Object.entries(totals.reasons).map(
            ([reason, count]) => [nameOf(reason), `${number.format(count)} refused`] as const,
          ),
          ...totals.lastUses
            .filter((count) => count.refused > 0)
            .map((count) => [useWords[count.lastUse], `${share(count)} refused`] as const),
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
            : [
                [
                  "Not in this test",
                  <ul key="not-tested" className="flex flex-col gap-1">
                    {totals.notPredictable.map((reason) => (
                      <li key={reason}>{untestedWords[reason] ?? nameOf(reason)}</li>
                    ))}
                  </ul>,
                ] as const,
              ]),
        ]}
      />
      {!isSaved && mayExport && totals.refusedPasskeys > refused.length && (
        <p className="text-sm text-quiet">Save the rules to export the whole list.</p>
      )}
      {refused.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center text-sm font-medium">
            {refused.length < totals.refusedPasskeys
              ? `The first ${number.format(refused.length)} refused passkeys`
              : "The refused passkeys"}
          </summary>
          <Table label="Refused passkeys">
            <thead>
              <tr>
                <HeadCell>Passkey</HeadCell>
                <HeadCell>Provider</HeadCell>
                <HeadCell>Refused by</HeadCell>
                <HeadCell>Last used</HeadCell>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ passkeyId, username, aaguid, provider, reasons, lastUsed }) => (
                <Row key={passkeyId}>
                  <Cell>
                    <Link
                      href={`${path}/passkeys/${passkeyId}`}
                      className="font-medium hover:text-accent hover:underline"
                    >
                      <Breakable text={username || passkeyId} />
                    </Link>
                  </Cell>
                  <Cell label="Provider">{nameProvider(aaguid, provider)}</Cell>
                  <Cell label="Refused by">{reasons.map(nameOf).join(", ")}</Cell>
                  <Cell label="Last used">
                    {lastUsed === undefined ? "Never" : <LocalTime at={lastUsed} />}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </details>
      )}
    </Card>
  );
}
