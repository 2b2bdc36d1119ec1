import { Search } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { controlLook } from "@/components/ui/field-frame";

/** A plain GET form, which works without JavaScript. */
export function UserSearch({ q, path }: { q: string | undefined; path: string }) {
  return (
    <form role="search" action={path} className="flex flex-wrap items-end gap-2">
      <div className="flex min-w-0 grow basis-72 flex-col gap-1.5">
        <label htmlFor="user-search" className="text-sm font-medium">
          Find a user
        </label>
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-quiet"
          />
          <input
            id="user-search"
            type="search"
            name="q"
            defaultValue={q}
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            placeholder="Beginning of an email or name, or an id"
            className={`min-h-11 pr-3 !pl-9 ${controlLook}`}
          />
        </div>
      </div>
      <Button type="submit">Search</Button>
      {q !== undefined && (
        <ButtonLink tone="plain" href={path}>
          Clear
        </ButtonLink>
      )}
    </form>
  );
}
