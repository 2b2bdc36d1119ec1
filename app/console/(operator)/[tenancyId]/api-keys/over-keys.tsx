import { ChevronRight } from "lucide-react";
import { Pager } from "@/components/ui/pager";
import { KeyTable } from "./key-table";
import type { ShownKey } from "./shown-keys";

interface Props {
  list: string;
  keys: readonly ShownKey[];
  others: readonly ShownKey[];
  next: string | null;
  isOpen: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/** A collapsed list of expired and revoked keys. */
export function OverKeys({ list, keys, others, next, isOpen, now }: Props) {
  if (keys.length === 0 && !isOpen) return null;
  return (
    <details open={isOpen} className="group flex flex-col gap-4">
      <summary
        className={
          "inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg text-sm " +
          "font-medium text-quiet hover:text-ink [&::-webkit-details-marker]:hidden"
        }
      >
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        Expired and revoked keys
      </summary>
      <div className="flex flex-col gap-4 pt-2">
        <KeyTable
          label="Expired and revoked keys"
          keys={keys}
          others={others}
          list={list}
          now={now}
        />
        <Pager first={isOpen ? list : null} next={next === null ? null : `${list}?over=${next}`} />
      </div>
    </details>
  );
}
