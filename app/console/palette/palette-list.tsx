"use client";

import { Command } from "cmdk";
import { BookOpen, Copy, type LucideIcon, SunMoon, User, Zap } from "lucide-react";
import { useSingleKeys } from "@/app/console/keyboard/single-keys";
import { navigationIcons } from "@/app/console/navigation-icons";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { Kbd } from "@/components/ui/kbd";
import type { PaletteIcon, PaletteItem } from "./palette-item";
import type { RankedGroup } from "./rank-items";
import { nothingSelected } from "./use-selection";

const icons: Record<PaletteIcon, LucideIcon> = {
  ...navigationIcons,
  act: Zap,
  copy: Copy,
  docs: BookOpen,
  theme: SunMoon,
  user: User,
};

function Item({ item, onPick }: { item: PaletteItem; onPick: (item: PaletteItem) => void }) {
  const Icon = icons[item.icon];
  const isOn = useSingleKeys();
  return (
    <Command.Item
      value={item.id}
      onSelect={() => onPick(item)}
      className={
        "flex min-h-11 cursor-default items-center gap-3 rounded-lg px-3 text-sm " +
        "data-[selected=true]:bg-sunken data-[selected=true]:[&_[data-tone=neutral]]:bg-surface"
      }
    >
      <Icon
        aria-hidden
        className={`size-4 shrink-0 ${item.caution === "changes" ? "text-danger" : "text-quiet"}`}
      />
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <span className="max-w-full min-w-0 grow [overflow-wrap:anywhere] max-sm:basis-full">
          <Breakable text={item.label} />
        </span>
        {/* Together, so that a name and its badges never stand on different sides. */}
        <span className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
          {item.hint && <span className="max-w-full truncate text-xs text-quiet">{item.hint}</span>}
          {item.keys && isOn && (
            <span aria-hidden className="flex gap-1 text-quiet max-sm:hidden pointer-coarse:hidden">
              {item.keys.split(" ").map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </span>
          )}
          {item.badges?.map(({ label, tone }) => (
            <Badge key={label} tone={tone}>
              {label}
            </Badge>
          ))}
        </span>
      </span>
    </Command.Item>
  );
}

/** Groups that the tenancy offers when it has found nothing. */
const elsewhere: ReadonlySet<string> = new Set(["Other tenancies", "No user has this address"]);

const emptyLook = "px-4 py-8 text-center text-sm text-pretty text-quiet";

/** The items of the palette, in groups. */
export function PaletteList({
  groups,
  hasFirst,
  empty,
  onPick,
}: {
  groups: readonly RankedGroup[];
  /** Whether the first item may be selected before the operator selects one. */
  hasFirst: boolean;
  /** Shown without items of the tenancy. */
  empty: string;
  onPick: (item: PaletteItem) => void;
}) {
  const isElsewhere = groups.length > 0 && groups.every(({ group }) => elsewhere.has(group));
  return (
    <Command.List className="overflow-y-auto overscroll-contain">
      {!hasFirst && (
        <Command.Item value={nothingSelected} className="sr-only">
          Nothing is selected
        </Command.Item>
      )}
      <Command.Empty className={emptyLook}>{empty}</Command.Empty>
      {isElsewhere && <p className={emptyLook}>{empty}</p>}
      {groups.map(({ group, items }) => (
        <Command.Group
          key={group}
          heading={group}
          className={
            "p-1.5 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 " +
            "[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-quiet"
          }
        >
          {items.map((item) => (
            <Item key={item.id} item={item} onPick={onPick} />
          ))}
        </Command.Group>
      ))}
    </Command.List>
  );
}
