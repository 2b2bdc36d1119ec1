"use client";

import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import {
  rehearsePasskeyPolicy,
  savePasskeyPolicy,
} from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { CheckboxList } from "@/app/console/(operator)/[tenancyId]/settings/checkbox-list";
import { IndexedCards } from "@/app/console/(operator)/[tenancyId]/settings/indexed-cards";
import { showFirstIssue } from "@/app/console/(operator)/[tenancyId]/settings/show-first-issue";
import { DocsLink } from "@/app/console/docs-link";
import { useAction } from "@/app/console/use-action";
import { useLeaveWarning } from "@/app/console/use-leave-warning";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { ActionFailure } from "@/lib/console/action-result";
import type { PasskeyPolicy } from "@/lib/contract/passkey-policy";
import type { PasskeyPolicySimulation } from "@/lib/contract/policy-simulation";
import type { CredentialAlgorithm } from "@/lib/domain/base/credential-algorithms";
import type { ModelChoice } from "@/lib/domain/passkey/policy/list-models";
import type { Rehearsal } from "@/lib/domain/passkey/policy/save-policy";
import { AuthenticatorRules } from "./authenticator-rules";
import { ConfirmRefusals } from "./confirm-refusals";
import { type PolicyDraft, testedPart, toDraft, toRules } from "./policy-draft";
import { RehearsalCard } from "./rehearsal-card";
import { effectOf } from "./rehearsal-words";
import { modes, storages } from "./rule-choices";

interface Props {
  tenancyId: string;
  policy: PasskeyPolicy;
  /** What registrations offer. */
  offered: readonly Pick<CredentialAlgorithm, "id" | "name">[];
  topOrigins: readonly string[];
  /** Null before the first import. */
  metadataNumber: number | null;
  /** What can be chosen by name. */
  models: readonly ModelChoice[];
  mayChange: boolean;
  mayExport: boolean;
}

const markedFields = /^rules\.(roots|minimumCertification|allowedAaguids|deniedAaguids)\b/;

/** Names what no field shows. */
function titleOf({ message, issues = [] }: ActionFailure["error"]): string {
  const others = issues.filter(({ path }) => !markedFields.test(path));
  if (others.length > 0) return others.map((issue) => `${issue.message}.`).join(" ");
  return issues.length > 0 ? "Check the marked fields." : message;
}

/** The policy's mode and rules. The rules are folded until a mode is chosen or rules are saved. */
export function PolicyForm({ tenancyId, policy, offered, topOrigins, ...props }: Props) {
  const { metadataNumber, models, mayChange, mayExport } = props;
  const saved = toDraft(policy.rules);
  const [draft, setDraft] = useState<PolicyDraft>(saved);
  const [isUnfolded, setUnfolded] = useState(policy.version > 0);
  const [reason, setReason] = useState("");
  const [tested, setTested] = useState<{ rehearsal: Rehearsal; part: string }>();
  /** What the operator is asked to confirm. */
  const [asked, setAsked] = useState<PasskeyPolicySimulation>();
  const save = useAction(savePasskeyPolicy, "save the passkey policy");
  const rehearse = useAction(rehearsePasskeyPolicy);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved);
  useLeaveWarning(isDirty);

  const change = (changes: Partial<PolicyDraft>) => setDraft({ ...draft, ...changes });
  const part = testedPart(draft, models);
  const rehearsal = tested?.part === part ? tested.rehearsal : undefined;
  const issues = [...(save.failure?.issues ?? []), ...(rehearse.failure?.issues ?? [])];
  const failure = save.failure ?? rehearse.failure;

  const form = useRef<HTMLFormElement>(null);
  // After the fields are marked.
  useEffect(() => {
    if (failure !== undefined) showFirstIssue(form.current);
  }, [failure]);

  async function submit(confirmedRefusals?: number) {
    rehearse.clear();
    const rules = toRules(draft, models);
    const { version } = policy;
    const result = await save.run(tenancyId, { version, rules, reason, confirmedRefusals });
    if (!result.ok) return;
    setAsked(result.value.isSaved ? undefined : result.value.totals);
    if (result.value.isSaved) toast(`Version ${result.value.policy.version} saved`);
  }

  async function simulate() {
    save.clear();
    const result = await rehearse.run(tenancyId, { rules: toRules(draft, models) });
    if (result.ok) setTested({ rehearsal: result.value, part });
  }

  const rules = {
    Authenticators: (
      <AuthenticatorRules {...{ draft, change, mayChange, metadataNumber, models, issues }} />
    ),
    "Passkeys and their use": (
      <Card
        title="Passkeys and their use"
        description="These rules don’t need attestation, so they apply to synced passkeys, too."
      >
        <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5">
          <CheckboxField
            label="Apply to sign-ins"
            name="enforceOnSignIn"
            hint="The rules always apply to registrations. If on, they also apply to sign-ins with existing passkeys."
            checked={draft.enforceOnSignIn}
            onChange={({ target }) => change({ enforceOnSignIn: target.checked })}
          />
          <SelectField
            label="Storage"
            name="storage"
            choices={storages}
            value={draft.storage}
            onChange={({ target }) => change({ storage: target.value as PolicyDraft["storage"] })}
          />
          <CheckboxField
            label="Require user verification"
            name="requireUserVerification"
            hint="The device must check a fingerprint, face or PIN."
            checked={draft.requireUserVerification}
            onChange={({ target }) => change({ requireUserVerification: target.checked })}
          />
          <CheckboxList
            label="Algorithms"
            hint="Choose none to accept all that registrations offer."
            choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={draft.algorithms}
            onChange={(algorithms) => change({ algorithms })}
          />
          {topOrigins.length > 0 && (
            <CheckboxList
              label="Embedding sites"
              hint="Choose none to accept all that Settings → Sites lists."
              choices={topOrigins.map((origin) => ({ value: origin, label: origin }))}
              chosen={draft.topOrigins}
              onChange={(chosen) => change({ topOrigins: chosen })}
            />
          )}
        </fieldset>
      </Card>
    ),
    "Test and save": (
      <Card title="Test and save">
        <p className="max-w-prose text-sm text-quiet">
          Testing applies these rules to every passkey that can sign in, and changes nothing.
        </p>
        {mayChange && (
          <TextField
            label="Reason"
            hint="Optional. Shown in the list of versions and in the audit log."
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {failure && <Notice tone="error" title={titleOf(failure)} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="mr-auto text-sm text-quiet">
            {isDirty && "Unsaved changes"}
          </p>
          <Button
            type="button"
            tone="secondary"
            pending={rehearse.isPending}
            onClick={() => void simulate()}
          >
            Test rules
          </Button>
          {mayChange && (
            <Button type="submit" pending={save.isPending} disabled={!isDirty}>
              Save<span className="sr-only"> passkey policy</span>
            </Button>
          )}
        </div>
      </Card>
    ),
  };

  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label="Passkey policy"
        className="flex min-w-0 flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <IndexedCards
          cards={{
            "Passkey policy": (
              <Card
                title="Passkey policy"
                description={
                  <>
                    Decides which passkeys this tenancy accepts. Test the rules, monitor them for a
                    while, then enforce them.
                    <DocsLink to="passkeyPolicy" />
                  </>
                }
              >
                <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5">
                  <SelectField
                    label="Mode"
                    name="mode"
                    choices={modes}
                    value={draft.mode}
                    onChange={({ target }) => {
                      setUnfolded(true);
                      change({ mode: target.value as PolicyDraft["mode"] });
                    }}
                  />
                  {!isUnfolded && (
                    <p className="text-sm text-quiet">
                      No rules are set. Choose a mode, or look at the rules first.
                    </p>
                  )}
                </fieldset>
                {policy.version === 0 && draft.mode === "off" && (
                  <Button
                    type="button"
                    tone="secondary"
                    className="self-start"
                    aria-expanded={isUnfolded}
                    onClick={() => setUnfolded(!isUnfolded)}
                  >
                    {isUnfolded ? "Hide the rules" : "Show the rules"}
                  </Button>
                )}
              </Card>
            ),
            ...(isUnfolded && rules),
            ...(rehearsal && {
              "Test result": (
                <RehearsalCard
                  rehearsal={rehearsal}
                  tenancyId={tenancyId}
                  mayExport={mayExport}
                  isSaved={!isDirty}
                  effect={effectOf(draft, !isDirty)}
                  storage={draft.storage}
                />
              ),
            }),
          }}
        />
      </form>
      {asked && (
        <ConfirmRefusals
          key={asked.refusedUsers}
          totals={asked}
          storage={draft.storage}
          isPending={save.isPending}
          failure={save.failure && titleOf(save.failure)}
          onConfirm={() => void submit(asked.refusedUsers)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
