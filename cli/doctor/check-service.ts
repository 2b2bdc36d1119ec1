import type { Config } from "@/lib/config";
import { findSecretUse, isWeakSecret } from "@/lib/domain/access/signing-key/refuse-weak-secret";
import { readStandby, type StandbyState } from "@/lib/domain/admin/status/read-standby";
import type { Service } from "@/lib/domain/base/context";
import { type Finding, findingsOf } from "./finding";

const secretFindings = findingsOf("secret");
const standbyFindings = findingsOf("standby");

/** Checks that the secret is strong, and the one that encrypted what the database has. */
export async function checkSecret(
  service: Pick<Service, "db" | "secrets">,
  { mode, secret }: Pick<Config, "mode" | "secret">,
): Promise<Finding> {
  const { good, warning, problem, skipped } = secretFindings;
  if (secret === undefined) return skipped("Local mode generates KEYSTEAD_SECRET.");
  const use = await findSecretUse(service);
  if (use === "foreign")
    return problem(
      "KEYSTEAD_SECRET can't decrypt the stored signing key.",
      "Set KEYSTEAD_SECRET_PREVIOUS to the secret that encrypted it.",
    );
  const isWeak = mode === "production" && isWeakSecret(secret);
  if (isWeak && use === "new")
    return problem(
      "KEYSTEAD_SECRET is too easy to guess.",
      "Create one with: openssl rand -base64 48",
    );
  if (isWeak)
    return warning(
      "KEYSTEAD_SECRET is too easy to guess.",
      "Set a new one (openssl rand -base64 48), keep the old one as KEYSTEAD_SECRET_PREVIOUS, and " +
        "run: keystead signing-key rotate",
    );
  return good(use === "new" ? "Nothing is encrypted yet." : "It decrypts the signing key.");
}

const missing: Record<Exclude<StandbyState, "awaited">, [found: string, advice: string]> = {
  "not-configured": [
    "Commits don't wait for a standby.",
    "Set synchronous_standby_names, or leave DATABASE_SYNCHRONOUS empty.",
  ],
  "not-awaited": [
    "A synchronous standby is configured, but commits don't wait for it.",
    "Set synchronous_commit to on for this role and database.",
  ],
  "not-connected": [
    "Commits wait for a synchronous standby, and none is connected.",
    "Start the standby. Until then, every change waits.",
  ],
};

/** Checks that commits wait for a standby, if the configuration requires one. */
export async function checkStandby(
  service: Pick<Service, "db">,
  { requiresStandby }: Pick<Config, "requiresStandby">,
): Promise<Finding> {
  const { good, warning, problem, skipped } = standbyFindings;
  if (!requiresStandby) return skipped("DATABASE_SYNCHRONOUS requires none.");
  const state = await readStandby(service);
  if (state === "awaited") return good("Commits wait for a synchronous standby.");
  return (state === "not-connected" ? problem : warning)(...missing[state]);
}
