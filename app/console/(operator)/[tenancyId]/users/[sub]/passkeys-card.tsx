import { Fingerprint } from "lucide-react";
import { PasskeyName } from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-name";
import {
  LastUsed,
  PasskeyState,
  Synced,
} from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-badges";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

/** All passkeys of one user. */
export function PasskeysCard({
  passkeys,
  path,
  now,
}: {
  passkeys: readonly PasskeyRecord[];
  path: string;
  /** In ms. */
  now: number;
}) {
  return (
    <Card title="Passkeys">
      {passkeys.length === 0 ? (
        <EmptyState icon={Fingerprint} title="No passkeys">
          This user can’t sign in with a passkey. To let them register one, call POST
          passkey/registration/authorize with their user id.
        </EmptyState>
      ) : (
        <Table label="Passkeys of this user">
          <thead>
            <tr>
              <HeadCell>Passkey</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>Synced</HeadCell>
              <HeadCell>Last used</HeadCell>
            </tr>
          </thead>
          <tbody>
            {passkeys.map((record) => (
              <Row key={record.passkey.id}>
                <Cell>
                  <PasskeyName record={record} path={path} />
                </Cell>
                <Cell label="State">
                  <PasskeyState record={record} />
                </Cell>
                <Cell label="Synced">
                  <Synced record={record} />
                </Cell>
                <Cell label="Last used">
                  <LastUsed record={record} now={now} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
