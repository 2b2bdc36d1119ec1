interface Look {
  word: string;
  badge: string;
  /** Across the top of the page. Development has none, so that production stands out. */
  bar?: string;
}

const looks: Record<string, Look> = {
  production: {
    word: "Production",
    badge: "border-production bg-production text-on-production",
    bar: "bg-production",
  },
  staging: {
    word: "Staging",
    badge: "border-staging bg-staging-soft text-staging",
    bar: "bg-[repeating-linear-gradient(90deg,var(--staging)_0_1.5rem,transparent_1.5rem_2.25rem)]",
  },
  development: { word: "Development", badge: "border-dashed border-control text-quiet" },
};

/** A tenancy's environment as a word, with its own color, fill and border. */
export function EnvironmentBadge({ environment }: { environment: string }) {
  const look = looks[environment];
  return (
    <span
      className={
        "inline-flex shrink-0 items-center rounded-full border px-2 py-0.5 text-xs leading-4 " +
        `font-medium whitespace-nowrap ${look?.badge ?? ""}`
      }
    >
      {look?.word ?? environment}
    </span>
  );
}

/** A thin bar at the top of each page: solid in production, broken in staging. */
export function EnvironmentBar({ environment }: { environment: string }) {
  const bar = looks[environment]?.bar;
  return (
    bar && (
      <div aria-hidden className={`pointer-events-none fixed inset-x-0 top-0 z-40 h-1 ${bar}`} />
    )
  );
}
