import { Card } from "@/components/ui/card";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { TextAreaField } from "@/components/ui/text-area-field";
import type { ModelChoice } from "@/lib/domain/passkey/policy/list-models";
import { ModelsField } from "./models-field";
import type { PolicyDraft } from "./policy-draft";
import { levels } from "./rule-choices";

interface Props {
  draft: PolicyDraft;
  change: (changes: Partial<PolicyDraft>) => void;
  mayChange: boolean;
  metadataNumber: number | null;
  models: readonly ModelChoice[];
  issues: readonly { path: string; message: string }[];
}

/** Rules that need attestation: who made the authenticator, and which model it is. */
export function AuthenticatorRules({
  draft,
  change,
  mayChange,
  metadataNumber,
  models,
  issues,
}: Props) {
  const errorOf = (field: string) =>
    issues.find(({ path }) => path === `rules.${field}` || path.startsWith(`rules.${field}.`))
      ?.message;
  return (
    <Card
      title="Authenticators"
      description={
        "These rules need attestation: the maker’s signature on the authenticator. Synced " +
        "passkeys usually have none, and are then refused."
      }
    >
      <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5">
        <TextAreaField
          label="Root certificates"
          name="roots"
          hint="PEM certificates of the makers that you trust, each from BEGIN CERTIFICATE to END CERTIFICATE."
          rows={4}
          spellCheck={false}
          value={draft.roots}
          onChange={({ target }) => change({ roots: target.value })}
          error={errorOf("roots")}
        />
        <CheckboxField
          label="FIDO Metadata"
          name="metadata"
          hint={
            "Also trust the makers in FIDO Metadata, and refuse models that it reports as revoked " +
            "or compromised."
          }
          checked={draft.metadata}
          onChange={({ target }) => change({ metadata: target.checked })}
        />
        {draft.metadata && metadataNumber === null && (
          <Notice tone="warning" title="No FIDO Metadata is imported">
            The rules can’t use it yet. Import it with: keystead metadata import
          </Notice>
        )}
        {draft.metadata && (
          <SelectField
            label="Minimum certification"
            name="minimumCertification"
            choices={levels}
            value={draft.minimumCertification ?? ""}
            onChange={({ target }) =>
              change({
                minimumCertification: (target.value || null) as PolicyDraft["minimumCertification"],
              })
            }
            error={errorOf("minimumCertification")}
          />
        )}
        <ModelsField
          label="Allowed models"
          name="allowedAaguids"
          hint="Choose a product, or enter AAGUIDs. Leave it empty to allow all."
          models={models}
          value={draft.allowed}
          onChange={(allowed) => change({ allowed })}
          error={errorOf("allowedAaguids")}
        />
        <ModelsField
          label="Denied models"
          name="deniedAaguids"
          hint="Choose a product, or enter AAGUIDs."
          models={models}
          value={draft.denied}
          onChange={(denied) => change({ denied })}
          error={errorOf("deniedAaguids")}
        />
      </fieldset>
    </Card>
  );
}
