"use client";

import { extraScopes, scopeWords } from "@/app/console/(operator)/[tenancyId]/api-keys/new-key";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { apiKeyScopes, type ApiKeyScope } from "@/lib/domain/api-key/scope";

const narrow = apiKeyScopes.filter((scope) => scope !== "*" && !extraScopes.includes(scope));

function ScopeLabel({ scope }: { scope: ApiKeyScope }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {scope === "*" ? "Full access" : <code className="font-mono text-[0.8125rem]">{scope}</code>}
      {extraScopes.includes(scope) && <Badge tone="warning">extra</Badge>}
    </span>
  );
}

interface Props {
  scopes: readonly ApiKeyScope[];
  onChange: (scopes: ApiKeyScope[]) => void;
  error: string | undefined;
}

/** Full access or scopes by family. Scopes that full access excludes are separate. */
export function ScopeFields({ scopes, onChange, error }: Props) {
  const hasAll = scopes.includes("*");
  const set = (scope: ApiKeyScope, isOn: boolean) =>
    onChange(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  const field = (scope: ApiKeyScope, isDisabled = false) => (
    <CheckboxField
      key={scope}
      label={<ScopeLabel scope={scope} />}
      hint={scopeWords[scope]}
      checked={isDisabled || scopes.includes(scope)}
      disabled={isDisabled}
      onChange={({ target }) =>
        scope === "*" && target.checked
          ? onChange(["*", ...scopes.filter((one) => extraScopes.includes(one))])
          : set(scope, target.checked)
      }
    />
  );
  return (
    <Card title="What it may do" description="A key that may do less does less harm when it leaks.">
      <fieldset className="flex min-w-0 flex-col gap-5" aria-label="Scopes">
        {field("*")}
        <div className="grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
          {narrow.map((scope) => field(scope, hasAll))}
        </div>
        <div className="grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
          {extraScopes.map((scope) => field(scope))}
        </div>
      </fieldset>
      {error !== undefined && <p className="text-sm text-danger">{error}</p>}
    </Card>
  );
}
