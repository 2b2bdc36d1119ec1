const looks: Record<string, string> = {
  GET: "bg-accent-soft text-accent",
  POST: "bg-staging-soft text-staging",
  PATCH: "bg-warning-soft text-warning",
  DELETE: "bg-danger-soft text-danger",
};

/** A badge with the HTTP method. */
export function MethodBadge({ method, isSmall = false }: { method: string; isSmall?: boolean }) {
  const size = isSmall ? "w-12 text-[0.625rem]" : "px-2 text-xs";
  return (
    <span
      className={`shrink-0 rounded-sm py-0.5 text-center font-mono font-semibold ${size} ${looks[method] ?? ""}`}
    >
      {method}
    </span>
  );
}
