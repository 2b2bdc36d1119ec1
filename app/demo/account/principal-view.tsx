import type { ReactNode } from "react";
import type { Principal } from "@/app/demo/backend/keystead";
import { LocalTime } from "@/components/ui/local-time";

const places = { platform: "this device", "cross-platform": "a phone or a security key" };
const whereOf = ({ authenticatorAttachment: place }: Principal) =>
  place === undefined ? "unknown" : places[place];

function operationOf({ operation, passkey }: Principal): string {
  if (passkey === undefined) return "signed in with an emailed code";
  return operation === "registration" ? "registered a passkey" : "signed in with a passkey";
}

const passkeyRows = (
  principal: Principal,
  { userVerified, platformName }: NonNullable<Principal["passkey"]>,
): [string, string][] => [
  ["User verified by fingerprint, face or PIN", userVerified ? "yes" : "no"],
  ["Passkey was in", whereOf(principal)],
  ["Passkey’s product", platformName ?? "not named by the passkey"],
  ["Passkey’s id", principal.authenticatorId],
];

/** Shows the principal as text and as JSON. */
export function PrincipalView({
  principal,
  ourId,
  receivedAt,
}: {
  principal: Principal;
  ourId: string;
  receivedAt: number;
}) {
  const { sub, userId, passkey, user } = principal;
  const rows: [string, ReactNode][] = [
    ["Received", <LocalTime key="received" at={receivedAt} precision="full" />],
    ["Driftwood’s user id", ourId],
    ["Keystead’s sub", sub],
    ["userId in tokens", userId],
    ["Email", `${user.email || "none"}${user.emailVerified ? "" : " (not verified)"}`],
    ["Operation", operationOf(principal)],
    ["Assurance", principal.assurance],
    ...(passkey === undefined ? [] : passkeyRows(principal, passkey)),
  ];
  return (
    <>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[minmax(0,15rem)_1fr]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="mb-1 font-mono text-[0.8125rem] break-all sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="w-fit cursor-pointer rounded text-sm text-accent underline underline-offset-4">
          As JSON
        </summary>
        <pre
          tabIndex={0}
          aria-label="Principal as JSON"
          className={
            "mt-3 overflow-x-auto rounded-lg border border-line bg-sunken p-3 font-mono " +
            "text-[0.8125rem] leading-relaxed"
          }
        >
          {JSON.stringify(principal, null, 2)}
        </pre>
      </details>
    </>
  );
}
