import { type ComponentProps, type ReactNode, useId } from "react";
import { controlLook, describedBy, FieldFrame } from "./field-frame";

export interface Choice {
  value: string;
  label: string;
}

/** Choices under a heading. */
export interface ChoiceGroup {
  label: string;
  choices: readonly Choice[];
}

const Option = ({ value, label }: Choice) => <option value={value}>{label}</option>;

/** A native select, which every keyboard and screen reader supports. */
export function SelectField({
  label,
  hint,
  error,
  choices,
  ...props
}: ComponentProps<"select"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  choices: readonly (Choice | ChoiceGroup)[];
}) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        {...props}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className={`min-h-11 ${controlLook}`}
      >
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
    </FieldFrame>
  );
}
