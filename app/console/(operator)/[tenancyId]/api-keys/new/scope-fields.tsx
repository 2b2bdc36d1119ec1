"use client";

import { scopeWords } from "@/app/console/(operator)/[tenancyId]/api-keys/new-key";
import { Badge } from "@/components/ui/badge";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { type ApiKeyScope, apiKeyScopes, sensitiveScopes } from "@/lib/contract/api-key-scope";
import { isSensitiveScope } from "@/lib/domain/access/api-key/scope";

const narrow = apiKeyScopes.filter((scope) => scope !== "*" && !isSensitiveScope(scope));

function ScopeLabel({ scope }: { scope: ApiKeyScope }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {scopeWords[scope].name}
      {/* A star would look like the mark of a required field. */}
      {scope !== "*" && <code className="font-mono text-xs font-normal text-quiet">{scope}</code>}
      {isSensitiveScope(scope) && <Badge tone="warning">Sensitive</Badge>}
    </span>
  );
}

interface Props {
  scopes: readonly ApiKeyScope[];
  onChange: (scopes: ApiKeyScope[]) => void;
}

/** All standard scopes or single ones. Sensitive scopes are separate. */
export function ScopeFields({ scopes, onChange }: Props) {
  const hasAll = scopes.includes("*");
  const set = (scope: ApiKeyScope, isOn: boolean) =>
    onChange(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  const field = (scope: ApiKeyScope, isDisabled = false) => (
    <CheckboxField
      key={scope}
      label={<ScopeLabel scope={scope} />}
      hint={scopeWords[scope].allows}
      checked={isDisabled || scopes.includes(scope)}
      disabled={isDisabled}
      onChange={({ target }) =>
        scope === "*" && target.checked
          ? onChange(["*", ...scopes.filter(isSensitiveScope)])
          : set(scope, target.checked)
      }
    />
  );
  return (
    <fieldset aria-label="Scopes" className="flex min-w-0 flex-col gap-5 border-t border-line pt-5">
      {field("*")}
      <div className="grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
        {narrow.map((scope) => field(scope, hasAll))}
      </div>
      <div className="grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
        {sensitiveScopes.map((scope) => field(scope))}
      </div>
    </fieldset>
  );
}
