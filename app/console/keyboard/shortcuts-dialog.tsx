"use client";

import { Fragment } from "react";
import type { NavigationItem } from "@/app/console/navigation";
import { Button } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { pageKeys, pageOf } from "./page-keys";
import { setSingleKeys, useSingleKeys } from "./single-keys";
import { useSearchKeys } from "./use-search-keys";

type Shortcut = readonly [keys: readonly string[], does: string];

const anywhere: readonly Shortcut[] = [
  [["/"], "Find in this list, or search everything"],
  [["U"], "Open the page above"],
  [["?"], "Show this list"],
];

const inLists: readonly Shortcut[] = [
  [["J"], "Next row"],
  [["K"], "Previous row"],
];

const always: readonly Shortcut[] = [
  [["↓"], "From the search field to the first row"],
  [["Enter"], "Open the row"],
  [["Esc"], "Leave the list or the field, close a dialog"],
];

function Group({
  title,
  shortcuts,
  isShort = false,
}: {
  title: string;
  shortcuts: readonly Shortcut[];
  /** Two fit beside each other. */
  isShort?: boolean;
}) {
  const columns = isShort ? "sm:grid-cols-[4.5rem_1fr_4.5rem_1fr]" : "";
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs font-medium text-quiet">{title}</h3>
      <dl className={`grid grid-cols-[4.5rem_1fr] items-baseline gap-x-3 gap-y-1.5 ${columns}`}>
        {shortcuts.map(([keys, does]) => (
          <Fragment key={does}>
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** Lists the keyboard shortcuts, and turns those without a modifier on and off. */
export function ShortcutsDialog({
  pages,
  onClose,
}: {
  pages: readonly NavigationItem[];
  onClose: () => void;
}) {
  const isOn = useSingleKeys();
  const searchKeys = useSearchKeys();
  const toPages = pages
    .filter((page) => pageOf(pages, pageKeys[page.icon]) === page)
    .map(({ icon, label }) => [["G", pageKeys[icon].toUpperCase()], label] as const);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="flex flex-col gap-5 text-sm">
        <CheckboxField
          label="Single-key shortcuts"
          hint="Turn them off if you dictate, or if they disturb a screen reader. This browser remembers it."
          checked={isOn}
          onChange={({ target }) => setSingleKeys(target.checked)}
        />
        <Group
          title="Anywhere"
          shortcuts={[
            [[searchKeys], "Search users, pages, actions and ids"],
            ...(isOn ? anywhere : []),
          ]}
        />
        <Group title="In lists" shortcuts={[...(isOn ? inLists : []), ...always]} />
        {isOn && (
          <Group isShort title="Go to a page: press G, then the letter" shortcuts={toPages} />
        )}
        <div className="flex justify-end">
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
