import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import type { Passkey } from "@/lib/contract/passkey";
import {
  describePublicKey,
  nameOfAlgorithm,
  type PasskeyRecord,
} from "@/lib/domain/passkey/passkey-record";
import type { ModelProof } from "@/lib/domain/passkey/policy/find-model-proof";

const flag = (isSet: boolean, meaning: string) => (
  <span>
    <span className="font-medium">{isSet ? "Set" : "Clear"}</span>{" "}
    <span className="text-quiet">{meaning}</span>
  </span>
);

function Attestation({ format, proof }: { format: string; proof: ModelProof }) {
  if (format === "none") return "None";
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="break-all">{format}</span>
      {proof.kind === "verified" ? (
        <Badge tone="good">Verified by {proof.by}</Badge>
      ) : (
        <>
          <Badge tone="warning">Not verified</Badge>
          <span className="text-quiet">
            {proof.kind === "claimed"
              ? "The statement chains to no root of the passkey policy."
              : "No passkey policy asks for its verification."}
          </span>
        </>
      )}
    </span>
  );
}

/** The model as the device reports it. Under a policy, says whether a maker backs it. */
function Model({ aaguid, proof }: { aaguid: string; proof: ModelProof }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <CopyText text={aaguid} label="AAGUID" />
      {proof.kind === "claimed" && <Badge tone="warning">Claimed</Badge>}
    </span>
  );
}

function Details({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group/part rounded-lg border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 text-sm font-medium">
        <ChevronRight
          aria-hidden
          className="mr-1.5 size-4 transition-transform group-open/part:rotate-90 motion-reduce:transition-none"
        />
        {summary}
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  );
}

interface Props {
  record: PasskeyRecord;
  /** Stored only with direct attestation. */
  attestationObject: Uint8Array | null;
  proof: ModelProof;
}

/** The passkey as the API returns it. */
function Json({ passkey }: { passkey: Passkey }) {
  const text = JSON.stringify(passkey, null, 2);
  return (
    <div className="flex flex-col items-start gap-3">
      <CopyButton text={text} label="Copy JSON" />
      <pre
        tabIndex={0}
        aria-label="Passkey as JSON"
        role="region"
        className="max-h-96 w-full overflow-auto rounded-lg bg-sunken p-4 font-mono text-[0.8125rem]"
      >
        {text}
      </pre>
    </div>
  );
}

/**
 * The authenticator data (WebAuthn §6.1), the attestation of a registration and the API's record.
 * Folded, because support needs none of them.
 */
export function DeveloperDetails({ record, attestationObject, proof }: Props) {
  const { passkey, backupEligible, userVerified } = record;
  const { credential } = passkey;
  return (
    <details className="group/all rounded-2xl border border-line bg-surface">
      <summary className="flex min-h-14 cursor-pointer items-center rounded-2xl px-5 font-semibold sm:px-6">
        <ChevronRight
          aria-hidden
          className="mr-1.5 size-4 transition-transform group-open/all:rotate-90 motion-reduce:transition-none"
        />
        For developers
      </summary>
      <div className="flex flex-col gap-4 border-t border-line p-5 sm:p-6">
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
              credential.transports.length === 0
                ? "Not reported"
                : credential.transports.join(", "),
            ],
            ["Algorithm", nameOfAlgorithm(record.algorithm)],
            [
              "Attestation",
              <Attestation key="attestation" format={record.attestationFormat} proof={proof} />,
            ],
            ["AAGUID", <Model key="aaguid" aaguid={credential.aaguid} proof={proof} />],
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
          <Details summary="Attestation object (CBOR)">
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
        <Details summary="JSON, as the API returns it">
          <Json passkey={passkey} />
        </Details>
      </div>
    </details>
  );
}
