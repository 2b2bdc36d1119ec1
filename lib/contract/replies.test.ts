import { expect, test } from "vitest";
import { managementSamples } from "@/testing/management-samples";
import { replySamples } from "@/testing/reply-samples";
import { id } from "@/testing/sample-values";
import { violationsOf } from "@/testing/violations";
import { ExtendedPrincipal, Principal } from "./principal";

/**
 * What may be left out, by the contract's question marks; WebAuthn's own options are its business.
 */
const optional = new Set([
  "ExtendedPrincipal.purpose",
  "Challenge.userId",
  "ChallengeCreated.userId",
  "ChallengeCreated.code",
  "ChallengeCreated.message",
  "ChallengeVerified.userId",
  "platformName",
  "ipAddress",
  "userAgent",
  "lastUsed",
  "platform",
  "passkeyId",
  "VaultPasskey.userId",
  "VaultPasskey.backupEligible",
  "VaultPasskey.disabledReason",
  "VaultUser.userId",
  "VaultUser.disabledReason",
  "lastUsedAt",
  "lockedBy",
  "createdBy",
  "replacedById",
  "ApiKey.expiresAt",
  "ApiKeys.expiresAt",
  "ApiKeyCreated.expiresAt",
  "disabledAt",
  "Webhook.disabledReason",
  "Webhooks.disabledReason",
  "WebhookSecret.disabledReason",
  "previousSecretUntil",
  "since",
  "lastFailure",
]);

type Place = (string | number)[];
function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "optionsJSON"
      ? [[...at, name]]
      : [[...at, Array.isArray(value) ? Number(name) : name], ...placesOf(inner, [...at, name])],
  );
}

/** A copy with the member at that place changed, or taken away. */
function changed(
  sample: unknown,
  place: Place,
  change: (owner: Record<string, unknown>, name: string) => void,
): unknown {
  const copy = structuredClone(sample);
  const owner = place
    .slice(0, -1)
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[String(name)], copy);
  change(owner as Record<string, unknown>, String(place.at(-1)));
  return copy;
}

const secrets = {
  passwordHash: "x",
  emailOwned: true,
  emailNormalized: "x",
  d: "private part",
  hash: "x",
  tenancyId: id,
  privateJwe: "x",
};
function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets);
  if (typeof value !== "object" || value === null) return value;
  return {
    ...Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === "extensions" ? inner : withSecrets(inner),
      ]),
    ),
    ...secrets,
  };
}

const samples = [...replySamples, ...managementSamples];

test("every reply matches the contract", async () => {
  const violations = await violationsOf(samples, (_tag, schema, sample) => {
    expect(schema.parse(sample)).toEqual(sample);
  });
  expect(violations).toEqual([]);
});

test("undeclared fields are removed at any depth", async () => {
  const violations = await violationsOf(samples, (_tag, schema, sample) => {
    const { extensions, ...planted } = withSecrets(sample) as Record<string, unknown>;
    expect(extensions).toBeUndefined();
    expect(schema.parse(planted)).toEqual(sample);
  });
  expect(violations).toEqual([]);
});

const places = samples.flatMap(([tag, schema, sample]) =>
  placesOf(sample).map(
    (place) => [`${tag}: ${place.join(".")}`, tag, schema, sample, place] as const,
  ),
);

test("only fields that the contract names with a question mark may be missing", async () => {
  const violations = await violationsOf(places, (_name, tag, schema, sample, place) => {
    const name = String(place.at(-1));
    const without = changed(sample, place, (owner, member) =>
      Array.isArray(owner) ? owner.splice(Number(member), 1, null) : delete owner[member],
    );
    expect(schema.safeParse(without).success).toBe(
      optional.has(name) || optional.has(`${tag}.${name}`),
    );
  });
  expect(violations).toEqual([]);
});

test("a field of another kind is no reply", async () => {
  const violations = await violationsOf(places, (_name, _tag, schema, sample, place) => {
    const odd = changed(
      sample,
      place,
      (owner, member) => (owner[member] = typeof owner[member] === "number" ? 1.5 : 42),
    );
    expect(schema.safeParse(odd).success).toBe(false);
  });
  expect(violations).toEqual([]);
});

test("a mailbox code comes without a passkey and verifies no user; a passkey's principal has one", () => {
  const of = (name: string) => replySamples.find(([each]) => each === name)?.[2] ?? {};
  const byPasskey = of("ExtendedPrincipal");
  const byCode = of("ExtendedPrincipal of a mailbox code");
  expect(
    ExtendedPrincipal.safeParse({ ...byCode, passkey: (byPasskey as { passkey: object }).passkey })
      .success,
  ).toBe(false);
  expect(ExtendedPrincipal.safeParse({ ...byPasskey, passkey: undefined }).success).toBe(false);
  for (const assurance of ["aal1", "none"])
    expect(ExtendedPrincipal.safeParse({ ...byPasskey, assurance }).success).toBe(false);
  expect(ExtendedPrincipal.safeParse({ ...byCode, assurance: "aal1" }).success).toBe(false);
  expect(
    Principal.safeParse({ ...of("Principal of a mailbox code"), userVerified: true }).success,
  ).toBe(false);
});
