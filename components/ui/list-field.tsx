"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./button";
import { controlLook } from "./field-frame";
import { isPaste } from "./is-paste";

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
  /** Corrects an entry when it is pasted or left. The note says what was corrected. */
  correct?: ((text: string) => { value: string; note?: string }) | undefined;
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
  correct = (text) => ({ value: text }),
  disabled = false,
}: Props) {
  const id = useId();
  const [added, setAdded] = useState<number>();
  const [corrected, setCorrected] = useState<{ index: number; note: string }>();
  const set = (index: number, text: string) =>
    onChange(value.map((one, at) => (at === index ? text : one)));
  const setCorrect = (index: number, text: string) => {
    const { value: correctText, note } = correct(text);
    if (note !== undefined) setCorrected({ index, note });
    set(index, correctText);
  };
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
                onChange={(event) => {
                  setCorrected(undefined);
                  (isPaste(event) ? setCorrect : set)(index, event.target.value);
                }}
                onBlur={({ target }) => {
                  if (correct(target.value).value !== target.value) setCorrect(index, target.value);
                  onBlur?.();
                }}
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
                onClick={() => {
                  setCorrected(undefined);
                  onChange(value.filter((_, at) => at !== index));
                }}
                className={
                  "grid size-11 shrink-0 place-items-center rounded-lg text-quiet " +
                  "enabled:hover:bg-sunken enabled:hover:text-ink disabled:hidden"
                }
              >
                <X aria-hidden className="size-4" />
              </button>
            </div>
            <p role="status" className="text-sm break-words text-quiet empty:hidden">
              {corrected?.index === index && corrected.note}
            </p>
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
