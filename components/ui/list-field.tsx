"use client";

import { Plus, X } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "./button";
import { controlLook } from "./field-frame";

interface Props {
  label: string;
  /** Name of one entry, such as "origin". */
  entry: string;
  hint?: ReactNode;
  placeholder?: string | undefined;
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  /** Error of the whole list, and of each entry. */
  error?: string | undefined;
  errorAt?: (index: number) => string | undefined;
  disabled?: boolean;
}

/** A list of short texts, each in its own field. Enter adds a field. */
export function ListField({
  label,
  entry,
  hint,
  placeholder,
  value,
  onChange,
  onBlur,
  error,
  errorAt = () => undefined,
  disabled = false,
}: Props) {
  const id = useId();
  const [added, setAdded] = useState<number>();
  const add = () => {
    setAdded(value.length);
    onChange([...value, ""]);
  };
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="-mt-1 mb-1 text-sm text-pretty text-quiet">
          {hint}
        </div>
      )}
      {value.map((text, index) => {
        const wrong = errorAt(index);
        return (
          <div key={index} className="flex flex-col gap-1">
            <div className="flex gap-2">
              <input
                value={text}
                placeholder={placeholder}
                spellCheck={false}
                autoCapitalize="off"
                autoComplete="off"
                autoFocus={index === added}
                aria-label={`${label}: ${entry} ${index + 1}`}
                aria-invalid={wrong !== undefined}
                aria-describedby={wrong === undefined ? undefined : `${id}-error-${index}`}
                onChange={({ target }) =>
                  onChange(value.map((one, at) => (at === index ? target.value : one)))
                }
                onBlur={onBlur}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  event.preventDefault();
                  add();
                }}
                className={`min-h-11 font-mono text-sm! ${controlLook}`}
              />
              <button
                type="button"
                aria-label={`Remove ${text || `${entry} ${index + 1}`}`}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
                className={
                  "grid size-11 shrink-0 place-items-center rounded-lg text-quiet " +
                  "enabled:hover:bg-sunken enabled:hover:text-ink disabled:hidden"
                }
              >
                <X aria-hidden className="size-4" />
              </button>
            </div>
            {wrong !== undefined && (
              <p id={`${id}-error-${index}`} className="text-sm text-danger">
                {wrong}
              </p>
            )}
          </div>
        );
      })}
      {value.length === 0 && <p className="text-sm text-quiet">None yet.</p>}
      {error !== undefined && <p className="text-sm text-danger">{error}</p>}
      {!disabled && (
        <Button tone="plain" className="-ml-4 self-start" onClick={add}>
          <Plus aria-hidden className="size-4" />
          Add {entry}
        </Button>
      )}
    </fieldset>
  );
}
