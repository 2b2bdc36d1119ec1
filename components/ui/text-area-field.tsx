import { type ComponentProps, type ReactNode, useId } from "react";
import { controlLook, describedBy, FieldFrame } from "./field-frame";

/** A labeled input of several lines. Screen readers announce its hint and error. */
export function TextAreaField({
  label,
  hint,
  error,
  ...props
}: ComponentProps<"textarea"> & { label: string; hint?: ReactNode; error?: string | undefined }) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...props}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className={`py-2 font-mono text-sm! ${controlLook}`}
      />
    </FieldFrame>
  );
}
