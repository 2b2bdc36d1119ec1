import { type ComponentProps, type ReactNode, useId } from "react";
import { controlLook, describedBy, FieldFrame } from "./field-frame";

/** A labeled input. Screen readers announce its hint and error. */
export function TextField({
  label,
  hint,
  error,
  className = "",
  ...props
}: ComponentProps<"input"> & { label: string; hint?: ReactNode; error?: string | undefined }) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        {...props}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className={`min-h-11 ${controlLook} ${className}`}
      />
    </FieldFrame>
  );
}
