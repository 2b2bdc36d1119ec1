import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { describePublicKey, nameOfAlgorithm } from "@/lib/domain/passkey/describe-public-key";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

const flag = (isSet: boolean, meaning: string) => (
  <span>
    <span className="font-medium">{isSet ? "Set" : "Clear"}</span>{" "}
    <span className="text-quiet">{meaning}</span>
  </span>
);

function Attestation({ format }: { format: string }) {
  if (format === "none") return "None";
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="break-all">{format}</span>
      <Badge tone="warning">Not verified</Badge>
      <span className="text-quiet">
        Keystead stores attestation statements, but doesn’t verify them.
      </span>
    </span>
  );
}

function Details({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="rounded-lg border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center rounded-lg px-4 text-sm font-medium">
        {summary}
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  );
}

interface DecodedCardProps {
  record: PasskeyRecord;
  /** Stored only with direct attestation. */
  attestationObject: Uint8Array | null;
}

/** Shows the authenticator data (WebAuthn §6.1) and the attestation of a registration. */
export function DecodedCard({ record, attestationObject }: DecodedCardProps) {
  const { credential } = record.passkey;
  const { backupEligible, userVerified } = record;
  return (
    <Card title="Reported by the authenticator">
      <DetailsList
        rows={[
          [
            "User verification (UV) at registration",
            flag(
              userVerified,
              userVerified
                ? "The user was verified with a fingerprint, face or PIN."
                : "The user was present, but not verified.",
            ),
          ],
          [
            "Backup eligible (BE)",
            flag(
              backupEligible,
              backupEligible
                ? "The provider may copy it to other devices."
                : "It never leaves its device.",
            ),
          ],
          [
            "Backup state (BS)",
            flag(
              credential.backedUp,
              credential.backedUp ? "It is backed up." : "It is on one device only.",
            ),
          ],
          [
            "Signature counter",
            credential.counter === 0
              ? "0: the provider doesn’t count signatures"
              : String(credential.counter),
          ],
          [
            "Transports",
            credential.transports.length === 0 ? "Not reported" : credential.transports.join(", "),
          ],
          ["Algorithm", nameOfAlgorithm(record.algorithm)],
          ["Attestation", <Attestation key="attestation" format={record.attestationFormat} />],
          ["AAGUID", <CopyText key="aaguid" text={credential.aaguid} label="AAGUID" />],
          [
            "Credential id",
            <CopyText key="credential" text={credential.id} label="credential id" />,
          ],
          ["User handle", <CopyText key="handle" text={credential.userId} label="user handle" />],
        ]}
      />
      <Details summary="Public key (COSE)">
        <DetailsList
          rows={describePublicKey(credential.publicKey).map(
            ([name, value]) =>
              [
                name,
                <span key={name} className="font-mono text-[0.8125rem] break-all">
                  {value}
                </span>,
              ] as const,
          )}
        />
      </Details>
      {attestationObject === null ? null : (
        <Details summary="Attestation object (CBOR, not verified)">
          <div
            role="region"
            aria-label="Attestation object"
            tabIndex={0}
            className="max-h-60 overflow-y-auto font-mono text-[0.8125rem] break-all"
          >
            {Buffer.from(attestationObject).toString("base64url")}
          </div>
        </Details>
      )}
    </Card>
  );
}
