import type { ReactNode } from "react";

interface Props {
  id: string;
  label: string;
  /** Shown beside the label. The control tells screen readers with `aria-required`. */
  isRequired?: boolean;
  /** Shown beside the label, among fields that are required. */
  isOptional?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** Returns the ids for a control's `aria-describedby`. */
export const describedBy = (
  id: string,
  { hint, error }: { hint?: ReactNode; error?: string | undefined },
): string | undefined =>
  [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ") || undefined;

const noteLook = "font-normal text-quiet";

/** Label above, hint and error below. Screen readers announce both with the control. */
export function FieldFrame({
  id,
  label,
  isRequired = false,
  isOptional = false,
  hint,
  error,
  children,
}: Props) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {isRequired && (
          <span aria-hidden className={noteLook}>
            {" "}
            (required)
          </span>
        )}
        {isOptional && <span className={noteLook}> (optional)</span>}
      </label>
      {children}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-sm text-pretty text-quiet">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export const controlLook =
  "w-full rounded-lg border border-control bg-surface px-3 text-base text-ink " +
  "placeholder:text-quiet placeholder:italic disabled:opacity-60 aria-invalid:border-danger";
