import { CopyButton } from "@/components/ui/copy-button";

/** Explains how an application updates the name on the user's device at the next visit. */
export function DeviceRename({ username, userId }: { username: string; userId: string }) {
  const snippet = `POST passkeys/update\n${JSON.stringify({ userId, username }, null, 2)}`;
  return (
    <div className="flex flex-col gap-3 text-sm text-pretty text-quiet">
      <p>
        The passkeys are renamed here. The user’s devices show the old name until your application
        updates them at the user’s next visit. For your developers: send this request from the
        backend, and pass the token of its response to the browser library.
      </p>
      <pre
        className="overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-[0.8125rem] text-ink"
        tabIndex={0}
      >
        {snippet}
      </pre>
      <div>
        <CopyButton text={JSON.stringify({ userId, username })} label="Copy the body" />
      </div>
    </div>
  );
}
