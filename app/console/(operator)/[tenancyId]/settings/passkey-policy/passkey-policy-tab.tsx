import type { SettingsTabProps } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { applicationContext } from "@/lib/console/application-context";
import { mayOffer } from "@/lib/console/console-context";
import { credentialAlgorithms } from "@/lib/domain/base/credential-algorithms";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import { getPolicy, listPolicyVersions } from "@/lib/domain/passkey/policy/get-policy";
import { listModels } from "@/lib/domain/passkey/policy/list-models";
import { PolicyForm } from "./policy-form";
import { VersionsCard } from "./versions-card";

export async function PasskeyPolicyTab({ params }: SettingsTabProps) {
  const ctx = await applicationContext((await params).tenancyId, "settings.read");
  const { algorithms, topOrigins, id } = ctx.tenancy;
  const [policy, versions, fidoMetadata] = await Promise.all([
    getPolicy(ctx),
    listPolicyVersions(ctx),
    findMetadata(ctx),
  ]);
  const models = listModels(fidoMetadata);
  return (
    <>
      <PolicyForm
        key={policy.version}
        tenancyId={id}
        policy={policy}
        offered={credentialAlgorithms.filter((algorithm) => algorithms.includes(algorithm.id))}
        topOrigins={topOrigins}
        models={models}
        metadataNumber={fidoMetadata?.number ?? null}
        mayChange={mayOffer(ctx, "settings.sign-in")}
        mayExport={mayOffer(ctx, "passkey.export")}
      />
      <VersionsCard tenancyId={id} {...{ versions, models }} />
    </>
  );
}
