"use client";

import { useState } from "react";
import { eventFamilies } from "@/app/console/(operator)/[tenancyId]/audit/event-families";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { isDefaultEventType } from "@/lib/contract/webhook";

/** A test event goes to the tested webhook, whatever its types are. */
const families = eventFamilies.map(({ actions, ...family }) => ({
  ...family,
  actions: actions.filter(({ action }) => action !== "webhook.tested"),
}));
const defaultTypes = families.flatMap(({ actions }) =>
  actions.map(({ action }) => action).filter(isDefaultEventType),
);

function Choice({
  label,
  words,
  isChosen,
  onChoose,
}: {
  label: string;
  words: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
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
          name="types"
          checked={isChosen}
          onChange={onChoose}
          className="size-4 shrink-0 accent-accent"
        />
        {label}
      </span>
      <span className="text-sm text-pretty text-quiet">{words}</span>
    </label>
  );
}

interface FamilyProps {
  name: string;
  actions: readonly { action: string; title: string }[];
  types: readonly string[];
  onChange: (types: string[]) => void;
}

/** The types of one family, folded. */
function Family({ name, actions, types, onChange }: FamilyProps) {
  const chosen = actions.filter(({ action }) => types.includes(action));
  const others = types.filter((type) => !actions.some(({ action }) => action === type));
  const isAll = chosen.length === actions.length;
  return (
    <details className="border-t border-line py-3">
      <summary className="cursor-pointer rounded text-sm font-medium">
        {name}{" "}
        <span className="font-normal text-quiet">
          {chosen.length} of {actions.length}
        </span>
      </summary>
      <div className="grid gap-x-8 gap-y-3 pt-4 sm:grid-cols-2">
        <CheckboxField
          label={`All of “${name}”`}
          checked={isAll}
          onChange={() =>
            onChange(isAll ? others : [...others, ...actions.map(({ action }) => action)])
          }
        />
        {actions.map(({ action, title }) => (
          <CheckboxField
            key={action}
            label={title}
            hint={<code className="font-mono text-xs break-all">{action}</code>}
            checked={types.includes(action)}
            onChange={({ target }) =>
              onChange(target.checked ? [...types, action] : types.filter((one) => one !== action))
            }
          />
        ))}
      </div>
    </details>
  );
}

interface Props {
  /** Null: the default types. */
  types: readonly string[] | null;
  onChange: (types: string[] | null) => void;
  error: string | undefined;
}

/** Chooses the types of events that a webhook gets. */
export function TypeChoice({ types, onChange, error }: Props) {
  // Kept while the default types are chosen, so that a choice is not lost.
  const [own, setOwn] = useState<string[]>([...(types ?? defaultTypes)]);
  const choose = (chosen: string[]) => {
    setOwn(chosen);
    onChange(chosen);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">Events</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice
          label="Default types"
          words="Every change. Leaves out sign-ins with a passkey and emailed codes, which are frequent. Types of later releases are added."
          isChosen={types === null}
          onChoose={() => onChange(null)}
        />
        <Choice
          label="Own choice"
          words="Only the types that you select. Types of later releases are left out."
          isChosen={types !== null}
          onChoose={() => onChange(own)}
        />
      </div>
      {types !== null && (
        <div className="flex flex-col border-b border-line">
          {families.map(({ family, name, actions }) => (
            <Family key={family} {...{ name, actions, types }} onChange={choose} />
          ))}
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
