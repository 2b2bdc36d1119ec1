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
}: {
  passkeys: readonly PasskeyRecord[];
  path: string;
}) {
  return (
    <Card title="Passkeys">
      {passkeys.length === 0 ? (
        <EmptyState icon={Fingerprint} title="No passkey">
          This user cannot sign in with a passkey until they register one. Your backend authorizes
          that with POST passkey/registration/authorize and this user’s id as userId.
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
                <Cell>
                  <PasskeyState record={record} />
                </Cell>
                <Cell>
                  <Synced record={record} />
                </Cell>
                <Cell>
                  <LastUsed record={record} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
