import { Check } from "lucide-react";
import { Link } from "@/app/console/link";
import { hrefOf } from "@/lib/console/list-search";
import type { AuditSearch } from "./audit-search";

interface Props {
  path: string;
  search: AuditSearch;
  /** The operator who reads the log. */
  ownId: string;
}

/** The filters that answer “What did people do?” and “What did I do?”. A second click removes them. */
export function QuickFilters({ path, search, ownId }: Props) {
  const filters = [
    { label: "Operators only", name: "by", value: "operator" },
    { label: "What I did", name: "who", value: ownId },
  ] as const;
  return (
    <ul aria-label="Quick filters" className="flex flex-wrap gap-2">
      {filters.map(({ label, name, value }) => {
        const isOn = search[name] === value;
        return (
          <li key={name}>
            <Link
              href={hrefOf(path, { ...search, after: undefined, [name]: isOn ? undefined : value })}
              scroll={false}
              aria-current={isOn || undefined}
              className={
                "inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-surface " +
                "px-3 text-sm hover:border-control hover:text-accent aria-[current]:border-accent " +
                "aria-[current]:text-accent"
              }
            >
              {isOn && <Check aria-hidden className="size-3.5" />}
              {label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
