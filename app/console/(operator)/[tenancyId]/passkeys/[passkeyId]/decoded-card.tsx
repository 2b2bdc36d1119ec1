import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { describePublicKey, nameOfAlgorithm } from "@/lib/domain/passkey/describe-public-key";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

const flag = (isSet: boolean, meaning: string) => (
  <span>
    <span className="font-medium">{isSet ? "Set" : "Clear"}</span> <span className="text-quiet">{meaning}</span>
  </span>
);

/** What the authenticator said of itself (WebAuthn §6.1), in words. */
export function DecodedCard({ record }: { record: PasskeyRecord }) {
  const { credential } = record.passkey;
  const { backupEligible, userVerified } = record;
  return (
    <Card title="As the authenticator told it">
      <DetailsList
        rows={[
          ["UV, at registration", flag(userVerified, userVerified ? "Fingerprint, face or PIN was used." : "The person was present and not verified.")],
          ["BE", flag(backupEligible, backupEligible ? "The provider may copy it to other devices." : "It never leaves its device.")],
          ["BS", flag(credential.backedUp, credential.backedUp ? "It is backed up." : "It is on one device alone.")],
          ["Counter", credential.counter === 0 ? "0, which means that it does not count" : String(credential.counter)],
          ["Transports", credential.transports.length === 0 ? "Not told" : credential.transports.join(", ")],
          ["Algorithm", nameOfAlgorithm(record.algorithm)],
          ["Attestation", record.attestationFormat],
          ["AAGUID", <CopyText key="aaguid" text={credential.aaguid} label="AAGUID" />],
          ["Credential id", <CopyText key="credential" text={credential.id} label="credential id" />],
          ["User handle", <CopyText key="handle" text={credential.userId} label="user handle" />],
        ]}
      />
      <details className="rounded-lg border border-line">
        <summary className="flex min-h-11 cursor-pointer items-center rounded-lg px-4 text-sm font-medium">Public key (COSE)</summary>
        <div className="border-t border-line p-4">
          <DetailsList rows={describePublicKey(credential.publicKey).map(([name, value]) => [name, <span key={name} className="font-mono text-[0.8125rem] break-all">{value}</span>] as const)} />
        </div>
      </details>
    </Card>
  );
}
