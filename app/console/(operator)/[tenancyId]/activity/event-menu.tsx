"use client";

import { Copy, Ellipsis } from "lucide-react";
import { toast } from "sonner";
import { Link } from "@/app/console/link";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";

export interface EventLink {
  label: string;
  href: string;
}

interface Props {
  /** What the event is, such as "Sign-in failed". */
  label: string;
  requestId: string | null;
  links: readonly EventLink[];
}

async function copy(requestId: string): Promise<void> {
  await navigator.clipboard.writeText(requestId);
  toast("Request id copied.");
}

/** The request id of an event, and links to what the event concerns. */
export function EventMenu({ label, requestId, links }: Props) {
  if (requestId === null && links.length === 0) return null;
  const trigger = (
    <button
      type="button"
      aria-label={`Details of “${label}”`}
      className="inline-grid size-7 place-items-center rounded-lg text-quiet hover:bg-sunken hover:text-ink"
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {links.map(({ label, href }) => (
        <MenuItem key={href} asChild>
          <Link href={href}>{label}</Link>
        </MenuItem>
      ))}
      {requestId !== null && (
        <>
          {links.length > 0 && <MenuSeparator />}
          <MenuLabel>Request id</MenuLabel>
          <MenuItem
            onSelect={() => void copy(requestId)}
            aria-label={`Copy request id ${requestId}`}
          >
            <Copy aria-hidden className="size-4 text-quiet" />
            <span className="font-mono text-[0.8125rem]">{requestId}</span>
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
