import { Fingerprint } from "lucide-react";
import { disablingOf } from "@/app/console/(operator)/[tenancyId]/passkeys/disabling-of";
import { EnabledButton } from "@/app/console/(operator)/[tenancyId]/passkeys/enabled-button";
import {
  LastUsed,
  PasskeyState,
  Synced,
} from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-badges";
import { PasskeyName } from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-name";
import { passkeyWords } from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-words";
import { providerOf } from "@/app/console/(operator)/[tenancyId]/passkeys/provider-of";
import { remainingWaysOf } from "@/app/console/(operator)/[tenancyId]/passkeys/remaining-ways";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { SignInSummary } from "@/lib/domain/history/sign-in-summary/summarize-sign-in";
import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";

/** All passkeys of one user. */
export function PasskeysCard({
  tenancyId,
  owner,
  passkeys,
  summary,
  may,
  now,
}: {
  tenancyId: string;
  /** The user's title on the page. */
  owner: string;
  passkeys: readonly JudgedRecord[];
  /** Of the user. */
  summary: SignInSummary;
  may: { disable: boolean; enable: boolean };
  /** In ms. */
  now: number;
}) {
  const mayChange = may.disable || may.enable;
  return (
    <Card title="Passkeys">
      {passkeys.length === 0 ? (
        <EmptyState icon={Fingerprint} title="No passkeys">
          This user can’t sign in with a passkey until they register one. Your application starts
          the registration.
        </EmptyState>
      ) : (
        <Table label="Passkeys of this user" isFixed>
          <thead>
            <tr>
              <HeadCell>Passkey</HeadCell>
              <HeadCell className="sm:w-[17%]">State</HeadCell>
              <HeadCell className="sm:w-[11%]">Synced</HeadCell>
              <HeadCell className="sm:w-[12.5%]">Last used</HeadCell>
              <HeadCell className="sm:w-[12.5%]">Created</HeadCell>
              {mayChange && (
                <HeadCell className="sm:w-36">
                  <span className="sr-only">Actions</span>
                </HeadCell>
              )}
            </tr>
          </thead>
          <tbody>
            {passkeys.map((record) => (
              <Row key={record.passkey.id}>
                <Cell wraps>
                  <PasskeyName record={record} path={`/console/${tenancyId}/passkeys`} />
                </Cell>
                <Cell isBesideTitle className="max-sm:self-center">
                  <PasskeyState record={record} now={now} />
                </Cell>
                <Cell label="Synced">
                  <Synced record={record} />
                </Cell>
                <Cell label="Last used">
                  <LastUsed record={record} now={now} />
                </Cell>
                <Cell label="Created">
                  <RelativeTime at={record.passkey.createdAt} now={now} />
                </Cell>
                {mayChange && (
                  <Cell className="text-right whitespace-nowrap">
                    <EnabledButton
                      {...{ tenancyId, may }}
                      passkeyId={record.passkey.id}
                      name={providerOf(record)}
                      subject={passkeyWords(record.passkey.platform?.name ?? record.model, owner)}
                      isEnabled={record.passkey.enabled}
                      disabling={disablingOf(record)}
                      remaining={remainingWaysOf(summary, record.passkey.id)}
                    />
                  </Cell>
                )}
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
