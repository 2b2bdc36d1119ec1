"use client";

import { useState } from "react";
import { scopeWords } from "@/app/console/(operator)/[tenancyId]/api-keys/new-key";
import { DocsLink } from "@/app/console/docs-link";
import { Card } from "@/components/ui/card";
import type { ApiKeyScope } from "@/lib/domain/access/api-key/scope";
import { keyPresets } from "./key-presets";
import { ScopeFields } from "./scope-fields";

const own = "Own choice";

interface ChoiceProps {
  label: string;
  words: string;
  scopes?: readonly ApiKeyScope[];
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ label, words, scopes = [], isChosen, onChoose }: ChoiceProps) {
  return (
    <label
      className={
        "flex cursor-pointer flex-col gap-1.5 rounded-xl border border-control p-4 " +
        "has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 " +
        "has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
      }
    >
      <span className="flex items-center gap-2 text-sm font-medium">
        <input
          type="radio"
          name="preset"
          checked={isChosen}
          onChange={onChoose}
          className="size-4 shrink-0 accent-accent"
        />
        {label}
      </span>
      <span className="text-sm text-pretty text-quiet">{words}</span>
      {scopes.length > 0 && (
        <span className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <span key={scope} title={scope} className="rounded bg-sunken px-1.5 py-0.5 text-xs">
              {scopeWords[scope].name}
            </span>
          ))}
        </span>
      )}
    </label>
  );
}

interface Props {
  scopes: readonly ApiKeyScope[];
  onChange: (scopes: ApiKeyScope[]) => void;
  error: string | undefined;
}

/** Chooses the scopes of a key by its purpose, or one by one. */
export function ScopeChoice({ scopes, onChange, error }: Props) {
  const [chosen, setChosen] = useState<string>(keyPresets[0].label);
  return (
    <Card
      title="What is the key for?"
      description={
        <>
          If the key leaks, it can do only what its scopes allow.
          <DocsLink to="scopes" />
        </>
      }
    >
      <fieldset
        aria-label="What is the key for?"
        className="grid min-w-0 gap-3 sm:grid-cols-2 lg:grid-cols-3"
      >
        {keyPresets.map(({ label, words, scopes: preset }) => (
          <Choice
            key={label}
            {...{ label, words }}
            scopes={preset[0] === "*" ? [] : preset}
            isChosen={chosen === label}
            onChoose={() => {
              setChosen(label);
              onChange([...preset]);
            }}
          />
        ))}
        <Choice
          label={own}
          words="Select individual scopes. Those of your last choice are preselected."
          isChosen={chosen === own}
          onChoose={() => setChosen(own)}
        />
      </fieldset>
      {chosen === own && <ScopeFields scopes={scopes} onChange={onChange} />}
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </Card>
  );
}
