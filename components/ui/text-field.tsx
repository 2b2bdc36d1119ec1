import { type ComponentProps, type ReactNode, useId } from "react";
import { controlLook, describedBy, FieldFrame } from "./field-frame";

/** A labeled input. Screen readers announce its hint and error. */
export function TextField({
  label,
  hint,
  error,
  isRequired = false,
  isOptional = false,
  className = "",
  ...props
}: ComponentProps<"input"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean;
  isOptional?: boolean;
}) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, isRequired, isOptional }}>
      <input
        {...props}
        id={id}
        aria-required={isRequired || undefined}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className={`min-h-11 ${controlLook} ${className}`}
      />
    </FieldFrame>
  );
}
