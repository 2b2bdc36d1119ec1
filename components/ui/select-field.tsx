import { useId, type ComponentProps, type ReactNode } from "react";
import { controlLook, describedBy, FieldFrame } from "./field-frame";

interface Choice {
  value: string;
  label: string;
}

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
  choices: readonly Choice[];
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
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
