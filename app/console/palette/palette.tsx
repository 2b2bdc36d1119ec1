"use client";

import { Command, defaultFilter } from "cmdk";
import { ArrowRight, Building2, Copy, Search, User } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { toast } from "sonner";
import type { NavigationItem } from "@/app/console/navigation";
import { useFoundUsers } from "./use-found-users";

interface Props {
  tenancy: { id: string; name: string; clientId: string } | undefined;
  pages: readonly NavigationItem[];
  /** Pages of the installation and of the operator's account. */
  others: readonly NavigationItem[];
  tenancies: readonly { id: string; name: string; environment: string }[];
  mayFindUsers: boolean;
}

const itemLook =
  "flex min-h-11 cursor-default items-center gap-3 rounded-lg px-3 text-sm data-[selected=true]:bg-sunken";
const groupLook =
  "p-1.5 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-quiet";

// Matches labels fuzzily, but ids only by substring: a random id contains most letters.
const rank = (_value: string, typed: string, [text = "", id = ""]: string[] = []) =>
  id.includes(typed.trim().toLowerCase()) ? 1 : defaultFilter(text, typed);

/** An entry of the palette. Typing is matched against `text` and `id`. */
function Line({
  text,
  id = "",
  icon,
  hint,
  onPick,
  children,
}: {
  text: string;
  id?: string;
  icon: ReactNode;
  hint?: string;
  onPick: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={`${text} ${id}`}
      keywords={[text, id]}
      onSelect={onPick}
      className={itemLook}
    >
      {icon}
      <span className="min-w-0 grow truncate">{children}</span>
      {hint !== undefined && <span className="shrink-0 text-xs text-quiet">{hint}</span>}
    </Command.Item>
  );
}

function Lines({
  tenancy,
  pages,
  others,
  tenancies,
  mayFindUsers,
  text,
  leave,
}: Props & { text: string; leave: (then: () => void) => void }) {
  const router = useRouter();
  const users = useFoundUsers(mayFindUsers ? tenancy?.id : undefined, text);
  const go = (href: string) => () => leave(() => router.push(href));
  const copy = (name: string, value: string) => () =>
    leave(() => void navigator.clipboard.writeText(value).then(() => toast(`${name} copied`)));
  const small = "size-4 shrink-0 text-quiet";
  return (
    <>
      {tenancy && users.length > 0 && (
        <Command.Group heading="Users" className={groupLook}>
          {users.map(({ sub, email, name, userId }) => (
            <Line
              key={sub}
              text={`${text} ${sub}`}
              icon={<User aria-hidden className={small} />}
              hint={name}
              onPick={go(`/console/${tenancy.id}/users/${sub}`)}
            >
              {email === "" ? (userId ?? sub) : email}
            </Line>
          ))}
        </Command.Group>
      )}
      <Command.Group heading="Go to" className={groupLook}>
        {pages.map(({ href, label }) => (
          <Line
            key={href}
            text={label}
            icon={<ArrowRight aria-hidden className={small} />}
            onPick={go(href)}
          >
            {label}
          </Line>
        ))}
        {others.map(({ href, label }) => (
          <Line
            key={href}
            text={`${label} installation`}
            icon={<ArrowRight aria-hidden className={small} />}
            hint="Installation"
            onPick={go(href)}
          >
            {label}
          </Line>
        ))}
      </Command.Group>
      {tenancy && (
        <Command.Group heading="Copy" className={groupLook}>
          <Line
            text="copy tenancy id"
            icon={<Copy aria-hidden className={small} />}
            hint={tenancy.id}
            onPick={copy("Tenancy id", tenancy.id)}
          >
            Copy tenancy id
          </Line>
          <Line
            text="copy client id"
            icon={<Copy aria-hidden className={small} />}
            hint={tenancy.clientId}
            onPick={copy("Client id", tenancy.clientId)}
          >
            Copy client id
          </Line>
          {users.map(({ sub, email }) => (
            <Line
              key={sub}
              text={`${text} copy ${sub}`}
              icon={<Copy aria-hidden className={small} />}
              hint={sub}
              onPick={copy("Sub", sub)}
            >
              Copy sub of {email === "" ? sub : email}
            </Line>
          ))}
        </Command.Group>
      )}
      <Command.Group heading="Tenancies" className={groupLook}>
        {tenancies.map(({ id, name, environment }) => (
          <Line
            key={id}
            text={name}
            id={id}
            icon={<Building2 aria-hidden className={small} />}
            hint={environment}
            onPick={go(`/console/${id}`)}
          >
            {name}
          </Line>
        ))}
      </Command.Group>
    </>
  );
}

const openEvent = "keystead:search";

/** A button that opens the palette. All buttons share one palette. */
export function PaletteButton() {
  return (
    <button
      type="button"
      onClick={() => window.dispatchEvent(new Event(openEvent))}
      className={
        "flex min-h-10 w-full items-center gap-3 rounded-lg border border-line bg-surface px-3 " +
        "text-sm text-quiet hover:border-control"
      }
    >
      <Search aria-hidden className="size-4" />
      <span className="grow text-left">Search</span>
      <kbd className="rounded border border-line px-1.5 font-mono text-xs">Ctrl K</kbd>
    </button>
  );
}

/** Opens with Ctrl K or ⌘ K: goes to a page, finds a user or copies an id. */
export function Palette(props: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");

  useEffect(() => {
    const open = () => setOpen(true);
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener(openEvent, open);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener(openEvent, open);
    };
  }, []);

  useEffect(() => {
    if (!isOpen) return dialog.current?.close();
    dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
  }, [isOpen]);

  function leave(then: () => void) {
    setOpen(false);
    setText("");
    then();
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={() => setOpen(false)}
      className={
        "mx-auto mt-[12vh] w-[min(36rem,calc(100vw-2rem))] rounded-2xl border border-line " +
        "bg-surface p-0 text-ink shadow-2xl backdrop:bg-black/50"
      }
    >
      {isOpen && (
        <Command label="Search" filter={rank} className="flex max-h-[70vh] flex-col">
          <Command.Input
            value={text}
            onValueChange={setText}
            placeholder="A page, a user’s email or name, an id"
            className={
              "min-h-14 w-full border-b border-line bg-transparent px-4 text-base outline-none " +
              "placeholder:text-quiet"
            }
          />
          <Command.List className="overflow-y-auto">
            <Command.Empty className="px-4 py-8 text-center text-sm text-quiet">
              Nothing here is called that.
            </Command.Empty>
            <Lines {...props} text={text} leave={leave} />
          </Command.List>
        </Command>
      )}
    </dialog>
  );
}
