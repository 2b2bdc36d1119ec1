/** The page's headings, shown beside it on wide screens. */
export function OnThisPage({ entries }: { entries: { id: string; label: string }[] }) {
  if (entries.length < 2) return null;
  return (
    <nav
      aria-label="On this page"
      className="sticky top-24 hidden w-56 shrink-0 self-start text-sm xl:block"
    >
      <p className="pb-2 font-semibold">On this page</p>
      <ul className="flex flex-col gap-1.5 border-l border-line">
        {entries.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={
                "-ml-px block rounded-sm border-l border-transparent py-0.5 pl-3 text-quiet " +
                "hover:border-accent hover:text-ink"
              }
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
