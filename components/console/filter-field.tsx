import { type ReactNode, useId } from "react";
import { controlLook } from "@/components/ui/field-frame";
import type { Choice, ChoiceGroup } from "@/components/ui/select-field";

/** A filter of a list. A select if it has choices, else a text field. */
export interface FilterField {
  /** The parameter in the URL. */
  name: string;
  label: string;
  /** Without the one for no filter. */
  choices?: readonly (Choice | ChoiceGroup)[];
  type?: "date";
  placeholder?: string;
  /** What the field contains, if not the parameter's value. */
  value?: string;
  /** The chosen value in words, if not the choice's label or the value. */
  words?: ReactNode;
}

const Option = ({ value, label }: Choice) => <option value={value}>{label}</option>;

function labelOf(choices: readonly (Choice | ChoiceGroup)[], value: string): string {
  const all = choices.flatMap((choice) => ("value" in choice ? [choice] : choice.choices));
  return all.find((choice) => choice.value === value)?.label ?? value;
}

const controlSize = "min-h-11 sm:min-h-10 sm:text-sm";
const activeLook = "!border-accent font-medium";

/**
 * The form control of a filter. `value` is "" without one. With `isCompact`, its label is in the
 * control, as the placeholder or the choice for no filter.
 */
export function FilterControl({
  field: { name, label, choices, type, placeholder, value: shown },
  value,
  isCompact,
}: {
  field: FilterField;
  value: string;
  isCompact: boolean;
}) {
  const id = useId();
  // `SearchForm` sets the control to its `data-value` when the search in the URL changes.
  const props = { id, name, defaultValue: shown ?? value, "data-value": shown ?? value };
  const active = isCompact && value !== "" ? activeLook : "";
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={isCompact ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      {choices === undefined ? (
        <input
          {...props}
          type={type ?? "text"}
          placeholder={isCompact ? `${label}: ${placeholder ?? "any"}` : placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          className={`${controlSize} ${controlLook} ${active}`}
        />
      ) : (
        <select
          {...props}
          title={value === "" ? undefined : `${label}: ${labelOf(choices, value)}`}
          className={`${controlSize} truncate sm:!px-2 ${controlLook} ${active}`}
        >
          <option value="">{isCompact ? `${label}: any` : "Any"}</option>
          {choices.map((choice) =>
            "value" in choice ? (
              <Option key={choice.value} {...choice} />
            ) : (
              <optgroup key={choice.label} label={choice.label}>
                {choice.choices.map((inner) => (
                  <Option key={inner.value} {...inner} />
                ))}
              </optgroup>
            ),
          )}
        </select>
      )}
    </div>
  );
}

/** The chosen value of a filter in words. */
export const wordsOf = ({ choices = [], words }: FilterField, value: string): ReactNode =>
  words ?? labelOf(choices, value);
