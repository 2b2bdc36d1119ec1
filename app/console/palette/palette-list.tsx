"use client";

import { Command } from "cmdk";
import {
  ArrowRight,
  BookOpen,
  Building2,
  Copy,
  SunMoon,
  User,
  Zap,
  type LucideIcon,
} from "lucide-react";
import type { PaletteIcon, PaletteItem } from "./palette-item";
import type { RankedGroup } from "./rank-items";

const icons: Record<PaletteIcon, LucideIcon> = {
  act: Zap,
  copy: Copy,
  docs: BookOpen,
  page: ArrowRight,
  tenancy: Building2,
  theme: SunMoon,
  user: User,
};

function Item({ item, onPick }: { item: PaletteItem; onPick: (item: PaletteItem) => void }) {
  const Icon = icons[item.icon];
  return (
    <Command.Item
      value={item.id}
      onSelect={() => onPick(item)}
      className="flex min-h-11 cursor-default items-center gap-3 rounded-lg px-3 text-sm data-[selected=true]:bg-sunken"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-quiet" />
      <span className="min-w-0 grow truncate">{item.label}</span>
      {item.hint && (
        <span className="max-w-[45%] shrink-0 truncate text-xs text-quiet">{item.hint}</span>
      )}
    </Command.Item>
  );
}

/** The items of the palette, in groups. */
export function PaletteList({
  groups,
  empty,
  onPick,
}: {
  groups: readonly RankedGroup[];
  /** Shown without items. */
  empty: string;
  onPick: (item: PaletteItem) => void;
}) {
  return (
    <Command.List className="overflow-y-auto overscroll-contain">
      <Command.Empty className="px-4 py-8 text-center text-sm text-pretty text-quiet">
        {empty}
      </Command.Empty>
      {groups.map(({ group, items }) => (
        <Command.Group
          key={group}
          heading={group}
          className="p-1.5 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-quiet"
        >
          {items.map((item) => (
            <Item key={item.id} item={item} onPick={onPick} />
          ))}
        </Command.Group>
      ))}
    </Command.List>
  );
}
